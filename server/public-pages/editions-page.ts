import { csvOf } from "../../domain/csv.ts";
import { roundName } from "../../domain/round-names.ts";
import { type Html, html } from "./html.ts";
import { breadcrumb, breadcrumbData } from "./page-parts.ts";
import type { Page } from "./page-shell.ts";
import type { Directory, MeritList } from "./rows/directory.ts";
import type { Edition, EditionRow } from "./rows/editions.ts";
import { sourceLink } from "./source-link.ts";
import { numberOf } from "./words.ts";

export const MERIT_LISTS_ADDRESS = "/cutoffs/lists";
const STEPS = [
  ["Home", "/"],
  ["Cut-offs", "/cutoffs"],
] as const;

export const editionsAddress = (code: string): string => `${MERIT_LISTS_ADDRESS}/${code}`;

/** The merit lists, each with a page of its lists. */
export function meritListsPage({ lists, rounds }: Directory, siteUrl: string): Page {
  return {
    title: "All published cut-off lists, with their sources · Maarga",
    description:
      "Every list of closing ranks of KEA and COMEDK that is here: title, source, hash of the file, day of reading, earlier editions, and its ranks as CSV.",
    path: MERIT_LISTS_ADDRESS,
    isListed: true,
    data: breadcrumbData(siteUrl, STEPS, ["All lists", MERIT_LISTS_ADDRESS]),
    content: html`${breadcrumb(STEPS, "All lists")}
<h1>All published cut-off lists</h1>
<p>Each list with its source, its earlier editions and all its ranks as a file. Ranks of two exams are never comparable.</p>
<ul class="cards">${lists.map(({ code, name }) => {
      const own = rounds.filter(({ list }) => list === code);
      const years = own.map(({ year }) => year);
      return html`<li class="card"><h2><a href="${editionsAddress(code)}">${name}</a></h2><p class="small">${own.length === 1 ? "1 round" : `${own.length} rounds`}, ${Math.min(...years)} to ${Math.max(...years)}</p></li>`;
    })}</ul>`,
  };
}

/** The lists of one merit list, with the editions that newer ones have replaced. */
export function editionsPage({ code, name }: MeritList, editions: readonly Edition[], siteUrl: string): Page {
  const path = editionsAddress(code);
  const steps = [...STEPS, ["All lists", MERIT_LISTS_ADDRESS]] as const;
  const years = [...new Set(editions.map(({ year }) => year))];
  return {
    title: `${name}: all published cut-off lists · Maarga`,
    description: `The cut-off lists of ${name}, with title, source and hash of each, its earlier editions, and all closing ranks as CSV.`,
    path,
    isListed: true,
    data: breadcrumbData(siteUrl, steps, [name, path]),
    content: html`${breadcrumb(steps, name)}
<h1>${name}: all lists</h1>
<p>An edition that a newer one has replaced counts in no search, and stays here.</p>
${years.map(
  (year) => html`<section class="stack"><h2>${year}</h2>
<ul class="cards">${editions.filter((edition) => edition.year === year).map(editionCard)}</ul></section>`,
)}`,
  };
}

function editionCard(edition: Edition): Html {
  const { id, round, region, isCurrent, isProvisional, title, sourceAddress, sha256, readOn, ranks } =
    edition;
  const name = `${roundName(round)}${region === "371j" ? ", 371(J)" : ""}`;
  const link = sourceAddress && sourceLink(sourceAddress);
  return html`<li class="card"><h3>${name}${isProvisional && " (provisional)"}${!isCurrent && " (earlier edition)"}</h3>
<p class="small">${title}</p>
<p class="small">${numberOf(ranks)} ranks, read on ${readOn}${!isCurrent && `, published ${edition.publishedOn}, replaced ${edition.replacedOn}`}.${edition.note && ` ${edition.note}`}${sha256 && html` SHA-256 of the file: <span class="wrap">${sha256.slice(0, 16)}…</span>`}</p>
<p class="links"><a href="${MERIT_LISTS_ADDRESS}/${id}.csv" rel="nofollow" download>All ranks as CSV<span class="sr-only">: ${edition.year}, ${name}, edition ${id}</span></a>${link && html`<a href="${link}" rel="nofollow noopener">Source list<span class="sr-only"> of ${edition.year}, ${name}, edition ${id}</span></a>`}</p></li>`;
}

const HEADINGS = [
  "college_code",
  "college_name",
  "course_code",
  "course_name",
  "category",
  "closing_rank",
  "agree",
  "differ",
  "source",
];

/** The columns of the files in database/cutoffs, so that it can be imported again. */
export const editionCsv = (rows: readonly EditionRow[]): string =>
  csvOf([HEADINGS, ...rows.map((row) => row.map(String))]);
