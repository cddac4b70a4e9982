import { useLocation } from "react-router";

/** The pages that the last part of their address does not name. */
const NAMES: Readonly<Record<string, string>> = { "/cutoffs/manage": "Cut-off Lists" };

export function Breadcrumb() {
  const { pathname } = useLocation();
  const last = pathname.split("/").filter(Boolean).at(-1) ?? "";
  return (
    // Toasts replace the breadcrumb on a phone, which has no room for both.
    <nav aria-label="Breadcrumb" className="min-w-0 text-sm max-md:group-has-data-toast/header:sr-only">
      <ol className="flex items-center gap-2">
        <li>
          <a
            href="/"
            className="flex min-h-11 items-center text-muted hover:text-ink hover:underline md:min-h-9"
          >
            Home
          </a>
        </li>
        <li aria-hidden className="text-muted">
          ›
        </li>
        <li className="truncate font-medium" aria-current="page">
          {NAMES[pathname] ?? titleCase(last)}
        </li>
      </ol>
    </nav>
  );
}

/** Turns "book-slot" into "Book Slot". */
function titleCase(segment: string): string {
  return segment
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
