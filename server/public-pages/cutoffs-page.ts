import { LEGEND, type LikelihoodWord, meaningOf, WORDS } from "../../domain/likelihood.ts";
import { roundName } from "../../domain/round-names.ts";
import {
  type CutoffQuery,
  type CutoffSearch,
  cutoffAddress,
  nameOfRound,
  type Problems,
} from "./cutoff-query.ts";
import { cutoffsForm } from "./cutoffs-form.ts";
import { type Html, html } from "./html.ts";
import { addLink, breadcrumb, breadcrumbData, pageLinks } from "./page-parts.ts";
import type { Page } from "./page-shell.ts";
import { addressOf, type Directory } from "./rows/directory.ts";
import type { CountedCategory, FoundSeat } from "./rows/search-seats.ts";
import { capitalised, feeYearOf, kindOf, nameOfList, numberOf, rupeesOf } from "./words.ts";

export const PAGE_SIZE = 25;

export interface Answer {
  readonly search: CutoffSearch;
  readonly categories: readonly CountedCategory[];
  readonly total: number;
  readonly seats: readonly FoundSeat[];
}

interface CutoffsPage {
  readonly query: CutoffQuery;
  readonly directory: Directory;
  readonly siteUrl: string;
  /** Undefined if the visitor has not searched yet. */
  readonly asked?: Answer | Problems;
}

export function cutoffsPage({ query, directory, siteUrl, asked }: CutoffsPage): Page {
  const answer = asked && "search" in asked ? asked : undefined;
  const problems = asked && !answer ? (asked as Problems) : {};
  return {
    title: "Cut-offs: which seats are in reach with my rank? · Maarga",
    description:
      "The seats of Karnataka in reach with your rank and category, from the closing ranks that KEA and COMEDK published, each with its source. Free, no login.",
    path: "/cutoffs",
    isListed: asked === undefined && query.exam === "",
    data: breadcrumbData(siteUrl, [["Home", "/"]], ["Cut-offs", "/cutoffs"]),
    content: html`${breadcrumb([["Home", "/"]], "Cut-offs")}
<h1>Which seats are in reach with my rank?</h1>
<p>The answer comes from the closing ranks that KEA and COMEDK published. It is free and needs no login.</p>
${Object.keys(problems).length > 0 && html`<p class="problem" role="alert">Nothing was searched yet: ${Object.values(problems).join(" ")}</p>`}
${cutoffsForm(query, problems, directory)}
${answer ? answerOf(answer, query, directory) : html`<section class="stack"><h2>What the answer says</h2><p>A closing rank is the last rank that got a seat in a round. It tells what was enough in that round, not what will be enough in the next: in one year nearly all ranks shift the same way. You can share the answer by its address, download it and print it.</p></section>`}
${wordList()}
<p class="links"><a href="/colleges">All colleges</a><a href="/cutoffs/lists">All lists, with their sources</a></p>`,
  };
}

function wordList(): Html {
  return html`<section class="stack"><h2>What the words mean</h2><dl class="stack small">${WORDS.map(
    (word) => html`<div><dt>${badge(word)}</dt><dd>${LEGEND[word]}</dd></div>`,
  )}</dl></section>`;
}

const badge = (word: LikelihoodWord | string): Html =>
  html`<span class="word" data-word="${word}">${capitalised(word)}</span>`;

function answerOf(
  { search, categories, total, seats }: Answer,
  query: CutoffQuery,
  directory: Directory,
): Html {
  const { rank, exam, page, list } = search;
  const counted = categories.filter(({ isCounted }) => isCounted).map(({ code }) => code);
  const notes = [...new Set(categories.flatMap(({ note }) => note ?? []))];
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const isBeyond = seats.length === 0 && page > 1;
  return html`<section class="stack" aria-labelledby="answer"><h2 id="answer">${isBeyond ? "No more seats" : total === 1 ? "1 seat" : `${numberOf(total)} seats`} for rank ${numberOf(rank)}</h2>
<p>${nameOfList(exam, directory.lists)}, ${list ? nameOfRound({ ...list, isProvisional: false }) : "the newest mock or first round"}. Counted for you: <b>${counted.join(", ") || "no category of this list"}</b>.</p>
${notes.map((note) => html`<p class="note">${note}</p>`)}
${search.fee !== undefined && html`<p class="small">A seat whose fee our sources do not have is shown as well.</p>`}
${total > 0 && html`<p class="links no-print"><a href="${cutoffAddress({ ...query, page: "" }, "/cutoffs.csv")}" rel="nofollow" download>Download as CSV</a></p>`}
${isBeyond && html`<p><a href="${cutoffAddress({ ...query, page: "" })}">First page</a></p>`}
${seats.length === 0 && !isBeyond && html`<p>No seat is in reach with all that you chose. Leave out the course, the district, the kind or the fee, or compare with a later round. “No rank was printed” does not mean that a seat is impossible.</p>`}
<ol class="cards">${seats.map((seat) => seatCard(seat, exam))}</ol>
${pageLinks({ page, pages, addressOf: (to) => cutoffAddress({ ...query, page: to === 1 ? "" : String(to) }) })}</section>`;
}

function seatCard(seat: FoundSeat, exam: string): Html {
  const { space, collegeCode, college, key, course, word } = seat;
  const address = addressOf({ space, code: collegeCode });
  const place = [collegeCode, seat.district, seat.collegeKind && kindOf(seat.collegeKind)]
    .filter(Boolean)
    .join(" · ");
  return html`<li class="card"><h3><a href="${address}/${encodeURIComponent(key)}">${course}${key !== course && ` (${key})`}</a></h3>
<p><a href="${address}">${college}</a> <span class="small">${place}</span></p>
<p>${word && html`${badge(word)} `}${meaningOf(seat)}</p>
<p class="small">Closed at ${numberOf(seat.closingRank)} in ${seat.category} (${nameOfRound(seat)}${copiesOf(seat)}). ${earlierOf(seat)}${seat.isNew && " New: no list of an earlier year has this seat."}</p>
<p class="small">${seat.seats !== null && `${seat.seats} KEA seats. `}${feeOf(seat)} ${addLink(exam, collegeCode, key)}</p></li>`;
}

function copiesOf({ agree, differ }: FoundSeat): string {
  if (differ > 0) return "; another copy differs";
  return agree === 0 ? "; one copy only" : "";
}

/** The other ranks of the newest year, and those of the category in the years before. */
function earlierOf({ ranks, category, year, round, closingRank }: FoundSeat): string {
  const others = ranks.filter(
    (each) =>
      !(
        each.year === year &&
        each.round === round &&
        each.category === category &&
        each.rank === closingRank
      ) &&
      (each.category === category || (each.year === year && each.round === round)),
  );
  if (others.length === 0) return "";
  const words = others.map((each) => {
    const where = each.year === year && each.round === round ? "" : ` ${each.year} ${roundName(each.round)}:`;
    return `${each.category}${where} ${numberOf(each.rank)}${each.isCounted ? "" : " (not counted)"}`;
  });
  return `Others: ${words.join(" · ")}.`;
}

function feeOf({ fee, feeYear }: FoundSeat): string {
  if (fee === null || feeYear === null) return "Fee: not in our sources.";
  return `Fee: at most ${rupeesOf(fee)} a year (${feeYearOf(feeYear)}).`;
}
