import { escapeHtml } from "../html/escape-html.ts";

/** Markup that is safe to send. Only `html` makes it, and `trustedHtml` from what the build or the server wrote. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Content = Html | string | number | null | undefined | false | readonly Content[];

/** A template whose values are escaped, unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  let text = strings[0] as string;
  for (let at = 0; at < values.length; at++) text += render(values[at]) + strings[at + 1];
  return new Html(text);
}

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return "";
  if (content instanceof Html) return content.toString();
  if (Array.isArray(content)) return content.map(render).join("");
  return escapeHtml(String(content));
}

/** Data for programs inside a page. Nothing in it can end the element. */
export function jsonScript(type: string, data: unknown): Html {
  return new Html(`<script type="${type}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`);
}
