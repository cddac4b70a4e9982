import { BASES, type Candidate, countedFor } from "./candidate.ts";
import { courseAddress } from "./college-page.ts";
import {
  type CutoffQuery,
  cutoffAddress,
  keyOf,
  nameOfRound,
  type Problems,
  type Question,
  roundsOf,
  usualRound,
} from "./cutoff-query.ts";
import { hasKindFee, kindFeesOf } from "./fees.ts";
import { type Html, html } from "./html.ts";
import { breadcrumb, breadcrumbData, input, pageLinks, select } from "./page-parts.ts";
import type { Page } from "./page-shell.ts";
import { addressOf, type Category, type College, type Directory } from "./rows/directory.ts";
import type { FoundSeat } from "./rows/search-seats.ts";
import { feeYearOf, kindOf, nameOfList, numberOf, rupeesOf } from "./words.ts";

export const PAGE_SIZE = 30;

export interface Answer {
  readonly question: Question;
  readonly counted: readonly Category[];
  readonly total: number;
  readonly seats: readonly FoundSeat[];
}

const NAMES_OF_BASES: Readonly<Record<string, string>> = {
  GM: "GM (General Merit)",
  SC: "SC (group not known)",
  S1: "SC, group S1",
  S2: "SC, group S2",
  S3: "SC, group S3",
  S4: "SC, group S4",
};

function candidateOf({ category, rural, kannada, region371j }: CutoffQuery): Candidate {
  return {
    category: category || "GM",
    isRural: rural !== "",
    isKannadaMedium: kannada !== "",
    is371j: region371j !== "",
  };
}

export function findCounted(
  query: CutoffQuery,
  { exam }: Question,
  { lists, categories }: Directory,
): Category[] {
  const authority = lists.find(({ code }) => code === exam)?.exam ?? "";
  return countedFor(candidateOf(query), authority, categories);
}

interface CutoffsPage {
  readonly query: CutoffQuery;
  readonly directory: Directory;
  readonly siteUrl: string;
  /** Undefined if nothing was asked. */
  readonly asked?: Answer | Problems;
}

export function cutoffsPage({ query, directory, siteUrl, asked }: CutoffsPage): Page {
  const answer = asked && "question" in asked ? asked : undefined;
  const problems = asked && !answer ? (asked as Problems) : {};
  return {
    title: "Cut-offs: which seats are in reach with my rank? · Maarga",
    description:
      "The seats of Karnataka in reach with your rank and category, from the closing ranks that KEA and COMEDK published, each with its source. Free, no login.",
    path: "/cutoffs",
    isListed: asked === undefined,
    data: breadcrumbData(siteUrl, [["Home", "/"]], ["Cut-offs", "/cutoffs"]),
    content: html`${breadcrumb([["Home", "/"]], "Cut-offs")}
<h1>Which seats are in reach with my rank?</h1>
<p>The answer comes from the closing ranks that KEA and COMEDK published. It is free and needs no login.</p>
${Object.keys(problems).length > 0 && html`<p class="problem" role="alert">Nothing was searched yet: ${Object.values(problems).join(" ")}</p>`}
${questionForm(query, problems, directory)}
${answer ? answerOf(answer, query, directory) : howToRead()}`,
  };
}

function questionForm(query: CutoffQuery, problems: Problems, directory: Directory): Html {
  const exam = query.exam || (directory.lists[0]?.code ?? "");
  const rounds = roundsOf(exam, directory);
  const usual = usualRound(rounds);
  const distinct = (values: (string | null)[]) => [...new Set(values.filter((each) => each !== null))].sort();
  const { colleges, lists } = directory;
  const hasFilter = [query.course, query.district, query.kind, query.fee, query.list].some(Boolean);
  const check = (name: "rural" | "kannada" | "region371j", label: string) =>
    html`<label><input type="checkbox" name="${name}" value="yes"${query[name] !== "" && html` checked`}> ${label}</label>`;
  return html`<form action="/cutoffs#answer" aria-label="Your rank">
${input({ name: "rank", label: "Rank", value: query.rank, isNumber: true, maxLength: 12, problem: problems.rank })}
${select({ name: "exam", label: "Exam", value: exam, options: lists.map(({ code, name }) => [code, name]), problem: problems.exam })}
${select({ name: "category", label: "Category", value: query.category || "GM", options: BASES.map((base) => [base, NAMES_OF_BASES[base] ?? base]), problem: problems.category })}
<fieldset><legend>Also claimed</legend>${check("rural", "Rural")}${check("kannada", "Kannada medium")}${check("region371j", "371(J)")}</fieldset>
<details class="wide"${hasFilter && html` open`}><summary>Course, district, kind, fee, list</summary><div class="fields">
${input({ name: "course", label: "Course (part of the name, or code)", value: query.course, maxLength: 80 })}
${select({ name: "district", label: "District", value: query.district, any: "All", options: distinct(colleges.map(({ district }) => district)).map((each) => [each, each]), problem: problems.district })}
${select({ name: "kind", label: "Kind of college", value: query.kind, any: "All", options: distinct(colleges.map(({ kind }) => kind)).map((each) => [each, kindOf(each)]), problem: problems.kind })}
${input({ name: "fee", label: "Fee a year, at most (₹)", value: query.fee, isNumber: true, maxLength: 12, problem: problems.fee })}
${select({ name: "list", label: "Compare with", value: query.list, any: usual ? `${nameOfRound(usual)} (newest first round)` : "No list", options: rounds.filter((round) => round !== usual).map((round) => [keyOf(round), nameOfRound(round)]), problem: problems.list })}</div></details>
<div class="wide"><button>Show seats</button></div></form>`;
}

function howToRead(): Html {
  return html`<section class="stack"><h2>What the answer says</h2><p>A closing rank is the last rank that got a seat in a round. It tells what was enough in that year, not what will be enough in the next: in one year nearly all ranks shift the same way. You can share the answer by its address, download it and print it.</p><p><a href="/colleges">All colleges</a></p></section>`;
}

function answerOf(
  { question, counted, total, seats }: Answer,
  query: CutoffQuery,
  directory: Directory,
): Html {
  const { round, rank, exam, page } = question;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return html`<section class="stack" aria-labelledby="answer"><h2 id="answer">${total === 1 ? "1 seat" : `${numberOf(total)} seats`} near or within rank ${numberOf(rank)}</h2>
<p>${nameOfList(exam, directory.lists)}, ${nameOfRound(round)}. Counted for you: <b>${counted.map(({ code }) => code).join(", ") || "no category of this list"}</b>.</p>
${round.isMock && html`<p class="note">A mock list allots no seat: ranks move until the first round.</p>`}
${/^S/.test(query.category) && exam.startsWith("UGCET") && html`<p class="note">The 2026 list prints SC as S1 to S4. An SC rank of an earlier year has no exact successor: where a list prints SC, SC is counted, and where it prints groups, your group.</p>`}
${question.fee !== undefined && html`<p class="small">A seat whose fee our sources do not have is shown as well.</p>`}
<p class="links no-print"><a href="${cutoffAddress({ ...query, page: "" }, "/cutoffs.csv")}" rel="nofollow" download>Download as CSV</a></p>
${total === 0 && html`<p>No seat closed at this rank or near it with all that you chose. Leave out the course, the district, the kind or the fee, or compare with a later round. “No rank was printed” does not mean that a seat is impossible.</p>`}
${seats.length === 0 && total > 0 && html`<p>This page of the answer does not exist. <a href="${cutoffAddress({ ...query, page: "" })}">First page</a></p>`}
<ol class="cards">${seats.map((seat) => seatCard(seat, question, directory))}</ol>
${pageLinks({ page, pages, addressOf: (to) => cutoffAddress({ ...query, page: to === 1 ? "" : String(to) }) })}</section>`;
}

function seatCard(seat: FoundSeat, question: Question, directory: Directory): Html {
  const college = directory.colleges.find(({ id }) => id === seat.collegeId);
  if (!college) return html``;
  const codes = new Map(directory.categories.map(({ id, code }) => [id, code]));
  const add = `/options?exam=${encodeURIComponent(question.exam)}&add=${encodeURIComponent(`${college.code} ${seat.key}`)}`;
  return html`<li class="card"><h3><a href="${courseAddress(college, seat.key)}">${seat.course}${seat.code && ` (${seat.code})`}</a></h3>
<p><a href="${addressOf(college)}">${college.name}</a> <span class="small">${college.code} · ${[college.district, college.kind && kindOf(college.kind)].filter(Boolean).join(" · ")}</span></p>
<p>${reachOf(seat.best, question.rank)}</p>
<p class="small">Closing ranks: ${seat.ranks.map(({ category, rank, agree, differ }, at) => html`${at > 0 && " · "}${codes.get(category)} ${numberOf(rank)}${differ > 0 ? " (another copy differs)" : agree === 0 && " (one copy only)"}`)}</p>
<p class="small">${feeOf(seat, college, question, directory)} <a class="no-print" rel="nofollow" href="${add}">Add to my list</a></p></li>`;
}

function reachOf(best: number, rank: number): Html {
  const share = Math.round((rank / best) * 100);
  return rank <= best
    ? html`<span class="word">Closed at ${numberOf(best)}</span> Your rank is ${share} % of it.`
    : html`<span class="word" data-word="a stretch">Closed before you, at ${numberOf(best)}</span> Your rank is ${share} % of it.`;
}

/** The fees that may hold in rupees, the lowest first. */
export function feesOf(
  seat: FoundSeat,
  college: College,
  question: Question,
  directory: Directory,
): readonly number[] {
  if (seat.fee) return [seat.fee.rupees];
  return hasKindFee(question.exam) ? kindFeesOf(college, directory) : [];
}

function feeOf(seat: FoundSeat, college: College, question: Question, directory: Directory): string {
  const fees = feesOf(seat, college, question, directory);
  const year = seat.fee?.year ?? directory.kindFees[0]?.year;
  if (fees.length === 0 || year === undefined) return "Fee: not in our sources.";
  return `Fee: ${fees.map(rupeesOf).join(" or ")} a year (${feeYearOf(year)}).`;
}
