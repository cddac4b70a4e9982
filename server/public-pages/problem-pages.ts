import type { FailureDescription } from "../errors/describe-failure.ts";
import { html } from "./html.ts";
import type { Page } from "./page-shell.ts";

export const notFoundPage: Page = {
  title: "No such college, course or list · Maarga",
  description: "This address belongs to no college, no course and no list.",
  path: "/colleges",
  isListed: false,
  content: html`<h1>No such college, course or list</h1>
<p>This address belongs to no college, no course and no list. KEA and COMEDK number their colleges differently, so the same code can be another college.</p>
<p class="links"><a href="/colleges">All colleges</a><a href="/cutoffs">Cut-offs</a></p>`,
};

/** Opening the same address again repeats the search, so that nothing is lost. */
export function failurePage({ message }: Pick<FailureDescription, "message">): Page {
  return {
    title: "Not available right now · Maarga",
    description: "This page is not available right now.",
    path: "/cutoffs",
    isListed: false,
    content: html`<h1>This page could not be shown</h1>
<p class="problem" role="alert">${message}</p>
<p>Reload this page to ask the same again: the address has all that you chose.</p>
<p class="links"><a href="">Try again</a><a href="/cutoffs">Cut-offs</a><a href="/guides">Guides</a></p>`,
  };
}
