import type { StaticFile } from "../pages/static-files.ts";
import { type Html, html } from "./html.ts";

/** The address of the built page that holds the header, the footer and the styles. It is not served itself. */
export const SHELL_ADDRESS = "/public-page";

/** Search engines show no more of it. */
const MAX_DESCRIPTION = 160;

export interface Page {
  readonly title: string;
  readonly description: string;
  /** The page's own address, without what a visitor asked. */
  readonly path: string;
  readonly content: Html;
  /** For the head. */
  readonly data?: Html;
  /** Whether search engines may list this address. */
  readonly isListed: boolean;
}

/** Writes pages into the shell, in place of its marks. */
export class PageShell {
  readonly policy: string;
  readonly #parts: readonly string[];

  constructor({ content, policy = "" }: Pick<StaticFile, "content" | "policy">) {
    this.policy = policy;
    this.#parts = content.toString().split(/%(PAGE_TITLE|PAGE_DESCRIPTION|PAGE_PATH|PAGE_CONTENT)%/);
    if (!this.#parts.includes("PAGE_CONTENT"))
      throw new Error("the shell of public pages has no place for them");
  }

  fill({ title, description, path, content, data, isListed }: Page): Buffer {
    const values: Record<string, string> = {
      PAGE_TITLE: html`${title}`.toString(),
      PAGE_DESCRIPTION: html`${description.slice(0, MAX_DESCRIPTION)}`.toString(),
      PAGE_PATH: html`${path}`.toString(),
      PAGE_CONTENT: content.toString(),
    };
    const text = this.#parts.map((part, at) => (at % 2 === 0 ? part : values[part])).join("");
    const head = html`${isListed ? "" : html`<meta name="robots" content="noindex">`}${data}`;
    // A function, because "$" has a meaning in a replacement text.
    const marked = text.replace(`href="${sectionOf(path)}"`, (link) => `${link} aria-current="page"`);
    return Buffer.from(marked.replace("</head>", () => `${head}</head>`));
  }
}

/** The page of the header that a page belongs to. */
function sectionOf(path: string): string {
  return path.startsWith("/cutoffs") ? "/cutoffs" : "/colleges";
}
