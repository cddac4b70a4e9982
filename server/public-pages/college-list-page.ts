import { z } from "zod";
import { html } from "./html.ts";
import { breadcrumb, breadcrumbData, input, pageLinks, select, withQuery } from "./page-parts.ts";
import type { Page } from "./page-shell.ts";
import { isWholeNumber, queryText } from "./query-text.ts";
import { addressOf, type College, type Directory } from "./rows/directory.ts";
import { authorityOf, kindOf, listsOf, numberOf } from "./words.ts";

const PAGE_SIZE = 50;
const MAX_NAME = 80;

const querySchema = z.object({
  name: queryText(MAX_NAME),
  exam: queryText(60),
  district: queryText(60),
  kind: queryText(60),
  page: queryText(9),
});
export type CollegeQuery = z.infer<typeof querySchema>;

export const parseCollegeQuery = (query: unknown): CollegeQuery => querySchema.parse(query);

/** The same for all addresses that ask the same, so that they share one page in memory. */
export const collegeListAddress = (query: CollegeQuery): string => withQuery("/colleges", query);

export function collegeListPage(query: CollegeQuery, directory: Directory, siteUrl: string): Page {
  const found = findColleges(query, directory);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, isWholeNumber(query.page) ? Number(query.page) : 1), pages);
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return {
    title: "Colleges in Karnataka: courses, seats, fees and closing ranks · Maarga",
    description: `${numberOf(directory.colleges.length)} colleges of the KEA and COMEDK lists, with courses, seats, fees and closing ranks by year, round and category.`,
    path: "/colleges",
    isListed: collegeListAddress(query) === "/colleges",
    data: breadcrumbData(siteUrl, [["Home", "/"]], ["Colleges", "/colleges"]),
    content: html`${breadcrumb([["Home", "/"]], "Colleges")}
<h1>Colleges in Karnataka</h1>
<p>Every college of the KEA and COMEDK lists, with its courses, seats, fees and closing ranks. KEA and COMEDK number their colleges differently: E001 is one college for KEA and another one for COMEDK.</p>
${searchForm(query, directory)}
<h2 id="found">${found.length === 1 ? "1 college" : `${numberOf(found.length)} colleges`}</h2>
${found.length === 0 && html`<p>No college matches all of this. Leave one of the fields empty, or write a shorter part of the name.</p>`}
<ul class="cards" aria-labelledby="found">${shown.map((college) => card(college, directory))}</ul>
${pageLinks({ page, pages, addressOf: (to) => withQuery("/colleges", { ...query, page: to === 1 ? "" : String(to) }) })}
<p><a href="/cutoffs">Which seats are in reach with my rank?</a></p>`,
  };
}

function searchForm({ name, exam, district, kind }: CollegeQuery, { colleges, lists }: Directory) {
  const distinct = (values: (string | null)[]) => [...new Set(values.filter((each) => each !== null))].sort();
  const same = (value: string) => [value, value] as const;
  return html`<form action="/colleges" role="search" aria-label="Colleges">
${input({ name: "name", label: "Name, code or place", value: name, maxLength: MAX_NAME })}
${select({ name: "exam", label: "Exam", value: exam, any: "All", options: lists.map((list) => [list.code, list.name]) })}
${select({ name: "district", label: "District", value: district, any: "All", options: distinct(colleges.map((college) => college.district)).map(same) })}
${select({ name: "kind", label: "Kind of college", value: kind, any: "All", options: distinct(colleges.map((college) => college.kind)).map((each) => [each, kindOf(each)]) })}
<div class="wide"><button>Find colleges</button></div></form>`;
}

function findColleges({ name, exam, district, kind }: CollegeQuery, { colleges }: Directory): College[] {
  const words = name.toLowerCase().split(/\s+/).filter(Boolean);
  return colleges.filter((college) => {
    if (exam && !college.lists.includes(exam)) return false;
    if ((district && college.district !== district) || (kind && college.kind !== kind)) return false;
    const text =
      `${college.name} ${college.code} ${college.place ?? ""} ${college.district ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function card(college: College, directory: Directory) {
  const { name, code, seats, district } = college;
  return html`<li class="card"><h3><a href="${addressOf(college)}">${name}</a></h3><p class="small">${authorityOf(college)} ${code} · ${[district, college.kind && kindOf(college.kind)].filter(Boolean).join(" · ") || "district and kind not in our sources"}</p><p class="small">${seats === 1 ? "1 course" : `${seats} courses`}: ${listsOf(college, directory)}</p></li>`;
}
