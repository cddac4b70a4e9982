import { WORDS } from "../../domain/likelihood.ts";
import { CATEGORIES, type CutoffQuery, keyOf, nameOfRound, type Problems, roundsOf } from "./cutoff-query.ts";
import { type Html, html } from "./html.ts";
import { input, select } from "./page-parts.ts";
import type { Directory } from "./rows/directory.ts";
import { capitalised, kindOf } from "./words.ts";

const NAMES: Readonly<Record<string, string>> = {
  GM: "GM (General Merit)",
  SC: "SC (group not known)",
  S1: "SC, group S1",
  S2: "SC, group S2",
  S3: "SC, group S3",
  S4: "SC, group S4",
};

/** A plain form of its address, with what was typed. */
export function cutoffsForm(query: CutoffQuery, problems: Problems, directory: Directory): Html {
  const { colleges, lists } = directory;
  const exam = query.exam || (lists[0]?.code ?? "");
  const hasFilter = [query.course, query.district, query.kind, query.fee, query.list, query.word].some(
    Boolean,
  );
  const distinct = (values: (string | null)[]) => [...new Set(values.filter((each) => each !== null))].sort();
  const districts = distinct(colleges.map(({ district }) => district));
  const kinds = distinct(colleges.map(({ kind }) => kind));
  const check = (name: "rural" | "kannada" | "region371j", label: string) =>
    html`<label><input type="checkbox" name="${name}" value="yes"${query[name] !== "" && html` checked`}> ${label}</label>`;
  return html`<form action="/cutoffs#answer" aria-label="Your rank">
${input({ name: "rank", label: "Rank", value: query.rank, isNumber: true, maxLength: 12, problem: problems.rank })}
${select({ name: "exam", label: "Exam", value: exam, options: lists.map(({ code, name }) => [code, name]), problem: problems.exam })}
${select({ name: "category", label: "Category", value: query.category || "GM", options: CATEGORIES.map((each) => [each, NAMES[each] ?? each]), problem: problems.category })}
<fieldset><legend>Also claimed</legend>${check("rural", "Rural")}${check("kannada", "Kannada medium")}${check("region371j", "371(J)")}</fieldset>
<details class="wide"${hasFilter && html` open`}><summary>Course, district, kind, fee, list</summary><div class="fields">
${input({ name: "course", label: "Course (part of the name, or code)", value: query.course, maxLength: 80, problem: problems.course })}
${select({ name: "district", label: "District", value: query.district, any: "All", options: districts.map((each) => [each, each]), problem: problems.district })}
${select({ name: "kind", label: "Kind of college", value: query.kind, any: "All", options: kinds.map((each) => [each, kindOf(each)]), problem: problems.kind })}
${input({ name: "fee", label: "Fee a year, at most (₹)", value: query.fee, isNumber: true, maxLength: 12, problem: problems.fee })}
${select({ name: "word", label: "Only seats that are", value: query.word, any: "In reach in any way", options: WORDS.map((word) => [word, capitalised(word)]), problem: problems.word })}
${select({ name: "list", label: "Compare with", value: query.list, any: "The newest mock or first round", options: roundsOf(exam, directory).map((round) => [keyOf(round), nameOfRound(round)]), problem: problems.list })}
</div></details>
<div class="wide"><button>Show seats</button></div></form>`;
}
