import { type Html, html, jsonScript } from "./html.ts";

type Step = readonly [name: string, path: string];

/** The way to a page: links for readers, and the same for search engines. */
export function breadcrumb(steps: readonly Step[], current: string): Html {
  return html`<nav class="path" aria-label="Breadcrumb"><ol>${steps.map(
    ([name, path]) => html`<li><a href="${path}">${name}</a></li>`,
  )}<li aria-current="page">${current}</li></ol></nav>`;
}

export function breadcrumbData(siteUrl: string, steps: readonly Step[], current: Step): Html {
  return jsonScript("application/ld+json", {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [...steps, current].map(([name, path], at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: `${siteUrl}${path}`,
    })),
  });
}

/** The link that adds a seat to the option list of whoever is logged in. Search engines do not follow it. */
export function addLink(meritList: string, college: string, course: string, of?: string): Html {
  const address = withQuery("/options", { exam: meritList, add: `${college} ${course}` });
  return html`<a class="no-print" rel="nofollow" href="${address}">Add to my list${of && html`<span class="sr-only">: ${of}</span>`}</a>`;
}

interface SelectOptions {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  /** Stands for no choice. */
  readonly any?: string;
  readonly problem?: string | undefined;
}

export function select({ name, label, value, options, any, problem }: SelectOptions): Html {
  const all = any === undefined ? options : [["", any] as const, ...options];
  return html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}"${invalid(name, problem)}>${all.map(
    ([each, text]) => html`<option value="${each}"${each === value && html` selected`}>${text}</option>`,
  )}</select>${problemText(name, problem)}</div>`;
}

interface InputOptions {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly isNumber?: boolean;
  readonly maxLength: number;
  readonly problem?: string | undefined;
}

export function input({ name, label, value, isNumber, maxLength, problem }: InputOptions): Html {
  return html`<div><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" maxlength="${maxLength}" autocomplete="off"${isNumber && html` inputmode="decimal"`}${invalid(name, problem)}>${problemText(name, problem)}</div>`;
}

function invalid(name: string, problem: string | undefined): Html | false {
  return problem !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem"`;
}

function problemText(name: string, problem: string | undefined): Html | false {
  return problem !== undefined && html`<p class="error" id="${name}-problem">${problem}</p>`;
}

interface Pages {
  readonly page: number;
  readonly pages: number;
  readonly addressOf: (page: number) => string;
}

export function pageLinks({ page, pages, addressOf }: Pages): Html | undefined {
  if (pages < 2) return undefined;
  return html`<nav class="links" aria-label="Pages">${page > 1 && html`<a rel="prev" href="${addressOf(page - 1)}">Previous</a>`}<span class="small">Page ${page} of ${pages}</span>${page < pages && html`<a rel="next" href="${addressOf(page + 1)}">Next</a>`}</nav>`;
}

/** The address with the values that are set. */
export function withQuery(path: string, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
  return query ? `${path}?${query}` : path;
}
