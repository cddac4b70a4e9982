import { SECTIONS } from "./contents.ts";

/** Beside the text where there is room for it, folded away where there is not. */
export function TableOfContents() {
  return (
    <>
      <details className="guide-contents-folded">
        <summary>Contents</summary>
        <nav aria-label="Contents">
          <Links />
        </nav>
      </details>
      <nav className="guide-contents-open" aria-label="Contents">
        <Links />
      </nav>
    </>
  );
}

function Links() {
  return (
    <ol>
      {Object.entries(SECTIONS).map(([id, title]) => (
        <li key={id}>
          <a href={`#${id}`} data-contents={id}>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}
