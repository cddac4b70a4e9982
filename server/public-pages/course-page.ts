import { roundName } from "../../domain/round-names.ts";
import { courseAddress } from "./college-page.ts";
import { type Html, html } from "./html.ts";
import { addLink, breadcrumb, breadcrumbData } from "./page-parts.ts";
import type { Page } from "./page-shell.ts";
import type { CollegeCourse } from "./rows/college-courses.ts";
import type { CourseList, Figure } from "./rows/course-ranks.ts";
import { addressOf, type College, type Directory } from "./rows/directory.ts";
import { sourceLink } from "./source-link.ts";
import { nameOfList, numberOf } from "./words.ts";

/** All that the lists say about one course of a college. */
export function coursePage(
  college: College,
  course: CollegeCourse,
  lists: readonly CourseList[],
  directory: Directory,
  siteUrl: string,
): Page {
  const subject = course.code ? `${course.name} (${course.code})` : course.name;
  const path = courseAddress(college, course.key);
  const steps = [
    ["Home", "/"],
    ["Colleges", "/colleges"],
    [college.name, addressOf(college)],
  ] as const;
  const years = [...new Set(lists.map(({ year }) => year))];
  return {
    title: `${subject}, ${college.name}: closing ranks · Maarga`,
    description: `Closing ranks of ${course.name} at ${college.name} (${college.space} ${college.code}), ${years.at(-1) ?? ""} to ${years[0] ?? ""}, by round and category, with the source of each list.`,
    path,
    isListed: true,
    data: breadcrumbData(siteUrl, steps, [subject, path]),
    content: html`${breadcrumb(steps, subject)}
<h1>${subject}</h1>
<p><a href="${addressOf(college)}">${college.name}</a>, ${college.space} ${college.code}. Closing ranks of ${nameOfList(course.list, directory.lists)}.</p>
<p class="links">${addLink(course.list, college.code, course.key)}</p>
${lists.length === 0 && html`<p>No rank was printed for this course in any list that we have. That does not mean that a seat is impossible.</p>`}
${years.map((year) => yearSection(year, lists, directory))}
${hasSubGroups(lists) && html`<p class="note">The 2026 list prints SC as S1 to S4. An SC rank of an earlier year has no exact successor, so both are shown.</p>`}
<section class="small stack"><h2>What the marks mean</h2><p>A rank without a mark is the same in at least one other copy of the list. <b>¹</b> only one copy, nothing to compare. <b>≠</b> another copy has a different figure. An empty cell (–): no rank was printed, which does not mean that a seat is impossible.</p></section>`,
  };
}

function yearSection(year: number, all: readonly CourseList[], { categories }: Directory): Html {
  const lists = all.filter((list) => list.year === year);
  const columns = [...new Set(lists.map(({ round }) => round))];
  const figures = new Map<string, Figure>();
  for (const { round, figures: found } of lists)
    for (const figure of found) figures.set(`${round} ${figure.category}`, figure);
  const rows = categories.filter(({ code }) => columns.some((round) => figures.has(`${round} ${code}`)));
  const caption = `Closing ranks of ${year}`;
  return html`<section class="stack"><h2>${year}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr><th scope="col">Category</th>${columns.map(
    (round) => html`<th scope="col">${roundName(round)}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ({ code, meaning }) =>
      html`<tr><th scope="row">${meaning ? html`<abbr title="${meaning}">${code}</abbr>` : code}</th>${columns.map((round) => cell(figures.get(`${round} ${code}`)))}</tr>`,
  )}</tbody></table></div>
<ul class="small stack">${lists.map((list) => html`<li>${sourceOf(list)}</li>`)}</ul></section>`;
}

function cell(figure: Figure | undefined): Html {
  if (!figure)
    return html`<td><span aria-hidden="true">–</span><span class="sr-only">no rank printed</span></td>`;
  const { rank, agree, differ } = figure;
  if (differ > 0)
    return html`<td>${numberOf(rank)} <span aria-hidden="true">≠</span><span class="sr-only">another copy differs</span></td>`;
  return html`<td>${numberOf(rank)}${agree === 0 && html`<span aria-hidden="true">¹</span><span class="sr-only"> one copy only</span>`}</td>`;
}

/** Says where the figures of a list come from, and how many other copies say the same. */
function sourceOf({
  round,
  region,
  isProvisional,
  title,
  sourceAddress,
  sha256,
  readOn,
  figures,
}: CourseList): Html {
  const name = `${roundName(round)}${region === "371j" ? ", 371(J)" : ""}`;
  const words = [...new Set(figures.map(({ source }) => source))].join("; ");
  const link = sourceAddress && sourceLink(sourceAddress);
  return html`<b>${name}</b>: ${title}; ${words}, on ${readOn}. ${agreement(figures)}${isProvisional && html` <b>Provisional:</b> a final list may differ.`}${link && html` <a href="${link}" rel="nofollow noopener">Source list<span class="sr-only"> of ${name}</span></a>.`}${sha256 && html` SHA-256 of the file: <span class="wrap">${sha256.slice(0, 16)}…</span>`}`;
}

function agreement(figures: readonly Figure[]): string {
  const alone = figures.filter(({ agree, differ }) => agree === 0 && differ === 0).length;
  const differing = figures.filter(({ differ }) => differ > 0).length;
  if (alone === figures.length) return "No second copy to compare.";
  const fewest = Math.min(...figures.filter(({ agree }) => agree > 0).map(({ agree }) => agree));
  const same = `The same in ${fewest === 1 ? "at least one other copy" : `at least ${fewest} other copies`}`;
  const exceptions = [
    alone > 0 && `${alone} in one copy only`,
    differing > 0 && `${differing} differ`,
  ].filter(Boolean);
  return exceptions.length === 0 ? `${same}.` : `${same}, except ${exceptions.join(" and ")}.`;
}

const hasSubGroups = (lists: readonly CourseList[]): boolean =>
  lists.some(({ figures }) => figures.some(({ category }) => /^S[1-4]/.test(category)));
