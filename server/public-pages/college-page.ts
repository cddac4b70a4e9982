import { countText } from "../../domain/count-text.ts";
import { roundName } from "../../domain/round-names.ts";
import { hasKindFee, kindFeeText } from "./fees.ts";
import { type Html, html, jsonScript } from "./html.ts";
import { addLink, breadcrumb, breadcrumbData } from "./page-parts.ts";
import type { Page } from "./page-shell.ts";
import type { CollegeCourse } from "./rows/college-courses.ts";
import { addressOf, type College, type Directory } from "./rows/directory.ts";
import { firstRounds, trendChart } from "./trend-chart.ts";
import { authorityOf, districtOf, feeYearOf, kindOf, nameOfList, numberOf, rupeesOf } from "./words.ts";

const STEPS = [
  ["Home", "/"],
  ["Colleges", "/colleges"],
] as const;

export const courseAddress = (college: College, key: string): string =>
  `${addressOf(college)}/${encodeURIComponent(key)}`;

export function collegePage(
  college: College,
  courses: readonly CollegeCourse[],
  directory: Directory,
  siteUrl: string,
): Page {
  const { name, code, space, district } = college;
  const path = addressOf(college);
  return {
    title: `${name} (${space} ${code}): courses, seats, fees, closing ranks · Maarga`,
    description: `${name}${district ? `, ${district}` : ""}: ${countText(courses.length, "course")} with seats, fees and the closing ranks that were published, by year, round and category.`,
    path,
    isListed: true,
    data: html`${collegeData(college, siteUrl)}${breadcrumbData(siteUrl, STEPS, [name, path])}`,
    content: html`${breadcrumb(STEPS, name)}
<h1>${name}</h1>
${factsOf(college, courses)}
${twinNote(college, directory)}
${seatYearNote(courses)}
${listCodes(courses).map(
  (list) => html`<section class="stack"><h2>${nameOfList(list, directory.lists)}</h2>
${hasKindFee(list) && feeNote(college, directory)}
<div class="cards">${courses.filter((course) => course.list === list).map((course) => courseCard(college, course))}</div></section>`,
)}
<p class="small">A closing rank is the last rank that got a seat. It belongs to one exam, course, round and category; ranks of different exams cannot be compared. “No rank” in a list does not mean that a seat is impossible.</p>`,
  };
}

/** Its fields are those that schema.org knows. */
function collegeData({ name, code, space, place, district }: College, siteUrl: string): Html {
  return jsonScript("application/ld+json", {
    "@context": "https://schema.org",
    "@type": "CollegeOrUniversity",
    name,
    identifier: `${space} ${code}`,
    url: `${siteUrl}${addressOf({ space, code })}`,
    address: {
      "@type": "PostalAddress",
      ...((place ?? district) && { addressLocality: place ?? district }),
      addressRegion: "Karnataka",
      addressCountry: "IN",
    },
  });
}

function factsOf(college: College, courses: readonly CollegeCourse[]): Html {
  const kind =
    college.kind && !college.isKindConfirmed
      ? `${kindOf(college.kind)} (one source only)`
      : kindOf(college.kind);
  const seats = courses.reduce((sum, { counts }) => sum + (counts?.kea ?? 0), 0);
  const year = courses.find(({ counts }) => counts)?.counts?.year;
  const facts = [
    [`Code of ${authorityOf(college)}`, college.code],
    ["District", districtOf(college)],
    ["Kind", kind],
    ["Courses", String(courses.length)],
    ...(year ? [[`KEA seats, ${feeYearOf(year)}`, numberOf(seats)]] : []),
    ...(college.cetShare === null ? [] : [["Share of CET seats, 2026 list", `${college.cetShare} %`]]),
    ...(college.isAutonomous ? [["Autonomous", "Yes"]] : []),
  ] as const;
  return html`<dl class="facts">${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Without the seats of a second year, nobody can say whether a course has more or fewer than before. */
function seatYearNote(courses: readonly CollegeCourse[]): Html | undefined {
  const years = courses.flatMap(({ counts }) => counts ?? []);
  const [first] = years;
  if (!first || years.some(({ before }) => before)) return undefined;
  return html`<p class="small">We know the seats of ${feeYearOf(first.year)} only, so we cannot say whether a course has changed its seats since. Look at KEA’s newest seat matrix.</p>`;
}

/** KEA gives the aided and the unaided seats of one college two codes. */
function twinNote(college: College, { colleges }: Directory): Html | undefined {
  const stem = nameStem(college.name);
  const twins = colleges.filter(
    (other) => other !== college && other.space === college.space && nameStem(other.name) === stem,
  );
  if (twins.length === 0) return undefined;
  return html`<p class="note">The lists have this name under ${twins.length + 1} codes, such as one for aided and one for unaided seats, whose fees and ranks differ. See also ${twins.map((twin, at) => html`${at > 0 && ", "}<a href="${addressOf(twin)}">${twin.code} (${kindOf(twin.kind)})</a>`)}.</p>`;
}

function nameStem(name: string): string {
  return name
    .toLowerCase()
    .replace(/\((aided|unaided|un-aided)\)|\b(un-?)?aided\b/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

function feeNote(college: College, directory: Directory): Html {
  const text = kindFeeText(college, directory);
  if (!text) return html`<p class="small">Fee: not in our sources for this kind of college.</p>`;
  return html`<p class="small">Fee for a KEA seat: ${text}, by the kind of college; ${directory.kindFees[0]?.source}. Other categories pay less; see the <a href="/guides">guides</a>.</p>`;
}

const listCodes = (courses: readonly CollegeCourse[]) => [...new Set(courses.map(({ list }) => list))];

function courseCard(college: College, course: CollegeCourse): Html {
  const { name, code, key, trend } = course;
  const category = trend[0]?.category ?? "GM";
  const figures = trend.filter((figure) => figure.category === category);
  return html`<article class="card"><h3><a href="${courseAddress(college, key)}">${name}${code && html` (${code})`}</a></h3>
<p class="small">${presenceText(course)}${seatText(course)}${feeText(course)}</p>
${trendChart(firstRounds(figures), `${category} closing rank of ${name}`)}
${trendTable(figures, category)}
<p class="links"><a href="${courseAddress(college, key)}">All rounds and categories<span class="sr-only"> of ${name}</span></a>${addLink(course.list, college.code, key, name)}</p></article>`;
}

/** Marks a course as new or gone. A merit list of a single year cannot tell. */
function presenceText({ newestYear, isListed, wasListed }: CollegeCourse): string {
  if (isListed === wasListed || newestYear === null) return "";
  if (isListed) return `New: no list before ${newestYear} that we have has it. `;
  return `Not in the lists of ${newestYear} so far: it may be gone. `;
}

function seatText({ counts }: CollegeCourse): string {
  if (!counts) return "Seats: not in our sources. ";
  const { year, total, kea, comedk, management, snq, before } = counts;
  const change =
    before && before.kea !== kea
      ? `KEA seats have changed: ${before.kea} in ${feeYearOf(before.year)}. `
      : "";
  const parts = [
    `${kea} KEA`,
    comedk && `${comedk} COMEDK`,
    management && `${management} management`,
    snq && `${snq} SNQ`,
  ];
  return `${countText(total, "seat")} in ${feeYearOf(year)}: ${parts.filter(Boolean).join(", ")} (one copy of the seat matrix of July ${year}). ${change}`;
}

function feeText({ fee }: CollegeCourse): string {
  if (!fee) return "";
  const { year, rupees, same, seen } = fee;
  return `${rupeesOf(rupees)} a year in ${feeYearOf(year)}, printed beside ${same} of ${seen} allotments.`;
}

function trendTable(figures: CollegeCourse["trend"], category: string): Html {
  if (figures.length === 0)
    return html`<p class="small">No ${category} rank was printed in any list that we have.</p>`;
  const years = [...new Set(figures.map(({ year }) => year))].reverse();
  return html`<table><caption>${category} closing ranks</caption><tbody>${years.map(
    (year) =>
      html`<tr><th scope="row">${year}</th><td class="text wrap">${figures
        .filter((figure) => figure.year === year)
        .map(
          ({ round, rank, isProvisional }) =>
            `${roundName(round)}: ${numberOf(rank)}${isProvisional ? " (provisional)" : ""}`,
        )
        .join(" · ")}</td></tr>`,
  )}</tbody></table>`;
}
