import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { FactRecord } from "./fact-record.ts";
import { SOURCES } from "./fact-sources.ts";
import { factParts } from "./fact-text.ts";
import { FACTS } from "./facts.ts";
import { Guide } from "./guide.tsx";
import { SECTION_TITLES } from "./section-titles.ts";

const html = renderToStaticMarkup(<Guide support="support" />);
const records: [string, FactRecord][] = Object.entries(FACTS);

/** Names that contain a number, and numbers of things in the guide itself. */
const ALLOWED = [
  /\bChoice [1-4]\b/g,
  /\bRound [1-3]\b/g,
  /\b[Cc]lass 1[02]?\b/g,
  /\b2nd PUC\b/g,
  /\b371\(J\)/g,
  /\b[23][AB]\b/g,
  /\bCategory 1\b/g,
  /\bFourteen common mistakes\b/g,
  /\b[Ff]our choices\b/g,
  /\bone of four\b/g,
  /\bTwo authorities\b/g,
  /\b(between|are|with|hold) two\b/g,
  /\b[Tt]wo (registrations|fees|sets of last days)\b/g,
  /\bthe three subjects\b/g,
  /\b[Ww]ithin days\b/g,
];

const FIGURE = new RegExp(
  [
    "[\\d०-९೦-೯]+",
    "\\b(?:[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Ee]leven|[Tt]welve)\\b",
    "\\b(?:[Ff]ourteen|[Ff]ifteen|[Tt]wenty|[Ff]ifty|[Hh]undreds?|[Tt]housands?|[Ll]akhs?|[Cc]rores?)\\b",
    "\\b(?:January|February|March|April|June|July|August|September|October|November|December)\\b",
  ].join("|"),
  "g",
);

describe("the guide has no figure without a record", () => {
  test("in its text", () => {
    expect(figuresIn(textOutsideFacts(html))).toEqual([]);
  });

  test("in text for screen readers only", () => {
    const spoken = [...html.matchAll(/(?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map((m) => m[1]);
    expect(figuresIn(spoken.join("\n"))).toEqual([]);
  });

  test("this check finds a figure in the text", () => {
    expect(figuresIn(textOutsideFacts('<p>Pay ₹500 in <a data-fact="x">6</a> days</p>'))).toEqual(["500"]);
    expect(figuresIn(textOutsideFacts("<p>after ten years</p>"))).toEqual(["ten"]);
  });
});

describe("every record", () => {
  test.each(records)("%s has a value, cycle, source, confidence and the day it was checked", (_id, fact) => {
    expect(
      factParts(fact)
        .map(({ text }) => text)
        .join(""),
    ).not.toBe("");
    expect(fact.cycle).toMatch(/\d{4}|undated/);
    expect(SOURCES).toHaveProperty(fact.source);
    expect(["authority", "newspaper", "to be confirmed"]).toContain(fact.confidence);
    expect(fact.checked).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(new Date(fact.checked).getTime()).toBeGreaterThanOrEqual(Date.parse("2026-11-20"));
  });

  test("is shown with its cycle", () => {
    const unseen = records.filter(
      ([id, { cycle }]) =>
        !shownFacts(id).every((shown) => shown.includes(cycle === "undated" ? "year not given" : cycle)),
    );
    expect(unseen.map(([id]) => id)).toEqual([]);
    expect(records.filter(([id]) => shownFacts(id).length === 0).map(([id]) => id)).toEqual([]);
  });

  test("from a portal only is labelled 'to be confirmed' everywhere", () => {
    const unsure = records.filter(([, { confidence }]) => confidence === "to be confirmed");
    expect(unsure.length).toBeGreaterThan(0);
    for (const [id] of unsure)
      for (const shown of shownFacts(id)) expect(shown, id).toContain("to be confirmed");
  });

  test("has the same cycle and confidence as the others of its source", () => {
    for (const source of Object.keys(SOURCES)) {
      const sameSource = records.filter(([, fact]) => fact.source === source);
      expect(
        new Set(sameSource.map(([, { cycle, confidence }]) => `${cycle} ${confidence}`)).size,
        source,
      ).toBe(1);
    }
  });
});

describe("in the guide", () => {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);

  test("every internal link has a target", () => {
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  test("ids are unique, and every section has one", () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const id of Object.keys(SECTION_TITLES)) expect(ids).toContain(id);
  });
});

test("there are fourteen mistakes", () => {
  const list = /id="mistakes".*?<ol[^>]*>(.*?)<\/ol>/s.exec(html)?.[1] ?? "";
  expect(list.match(/<li>/g)).toHaveLength(14);
});

test.each([
  [{ from: "2025-07-25" }, "25 Jul 2025"],
  [{ from: "2025-08-04", until: "2025-08-07" }, "4–7 Aug 2025"],
  [{ from: "2025-10-27", until: "2025-11-06" }, "27 Oct–6 Nov 2025"],
  [{ from: "2025-09-04T17:30" }, "4 Sep 2025, 5.30 pm"],
  [{ from: "2025-08-01T11:00" }, "1 Aug 2025, 11 am"],
] as const)("the value %o is shown as %s", (value, written) => {
  const fact = { ...FACTS.mock, value };
  expect(
    factParts(fact)
      .map(({ text }) => text)
      .join(""),
  ).toBe(written);
});

function shownFacts(id: string): string[] {
  return [...html.matchAll(new RegExp(`data-fact="${id}">(.*?)</(?:a|label)>`, "gs"))].map(
    ([whole]) => whole,
  );
}

function figuresIn(text: string): string[] {
  const remaining = ALLOWED.reduce((rest, name) => rest.replace(name, ""), text);
  return [...remaining.matchAll(FIGURE)].map(([found]) => found);
}

/** The text outside facts, cycle badges and the list of sources, which come from the record. */
function textOutsideFacts(markup: string): string {
  let text = "";
  const open: string[] = [];
  let recordDepth: number | undefined;
  for (const [, tag, content] of markup.matchAll(/<([^>]+)>|([^<]+)/g)) {
    if (content !== undefined) text += recordDepth === undefined ? content : "";
    else if (tag?.startsWith("/")) {
      open.pop();
      if (recordDepth === open.length) recordDepth = undefined;
    } else if (tag !== undefined && !/^(input|br|img|path)\b/.test(tag)) {
      if (recordDepth === undefined && /\sdata-(fact|cycle|sources)\b/.test(tag)) recordDepth = open.length;
      open.push(tag);
      text += "\n";
    }
  }
  return text;
}
