import { SECTION_TITLES } from "./section-titles.ts";

/** The contents are beside the text on a wide page, and folded on a narrow one. */
export function TableOfContents() {
  return (
    <>
      <details className="ml-auto @4xl:hidden">
        <summary className="flex min-h-[calc(2.75rem+2px)] list-none items-center rounded-control border border-edge bg-card px-3.5 font-semibold [&::-webkit-details-marker]:hidden">
          Contents
        </summary>
        <nav
          aria-label="Contents"
          className="guide-contents absolute inset-x-0 top-full max-h-[70dvh] overflow-y-auto rounded-b-card border bg-card p-2"
        >
          <Links />
        </nav>
      </details>
      <nav aria-label="Contents" className="guide-contents hidden overflow-y-auto @4xl:block">
        <Links />
      </nav>
    </>
  );
}

function Links() {
  return (
    <ol>
      {Object.entries(SECTION_TITLES).map(([id, title]) => (
        <li key={id}>
          <a href={`#${id}`} data-contents={id}>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}
