import { expect, test } from "vitest";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

interface Claims {
  readonly rural?: boolean;
  readonly kannada?: boolean;
  readonly region?: boolean;
}

async function codesOf(exam: string, category: string, { rural, kannada, region }: Claims = {}) {
  const { rows } = await world.as<{ code: string; is_counted: boolean }>(
    "student",
    "select * from categories_of($1, $2, $3, $4, $5)",
    [exam, category, rural ?? false, kannada ?? false, region ?? false],
  );
  const codes = (isCounted: boolean) =>
    rows
      .filter((row) => row.is_counted === isCounted)
      .map(({ code }) => code)
      .join(" ");
  return [codes(true), codes(false)];
}

test.each<[string, string, Claims, string]>([
  ["UGCET", "GM", {}, "GM"],
  ["UGCET", "GM", { rural: true, kannada: true }, "GM GMR GMK"],
  ["UGCET", "GM", { region: true }, "GM GMH"],
  ["UGCET", "1", {}, "1G GM"],
  ["UGCET", "2A", { rural: true }, "2AG 2AR GM GMR"],
  ["UGCET", "2B", { kannada: true }, "2BG 2BK GM GMK"],
  ["UGCET", "3A", { region: true, rural: true }, "3AG 3AR 3AH 3ARH GM GMR GMH GMRH"],
  ["UGCET", "3B", {}, "3BG GM"],
  ["UGCET", "ST", { region: true, kannada: true }, "STG STK STH STKH GM GMK GMH GMKH"],
  ["UGCET-ARCH", "2A", {}, "2AG GM"],
  ["UGCET-BSCNURSING", "2A", { region: true }, "2AG 2AH GM GMH GMP GMPH OPN"],
  ["UGNEET", "SC", { rural: true }, "SCG SCR GM GMR GMP OPN OTH"],
  ["UGNEET", "GM", { region: true }, "GM GMH GMP GMPH OPN OTH"],
  ["COMEDK", "GM", {}, "GM"],
  ["COMEDK", "2A", { region: true, rural: true }, "GM KKR"],
  ["UGCET", "XX", {}, ""],
  ["NOTHING", "GM", {}, ""],
])(
  "in %s, a candidate of %s with the claims %j can take seats of %s",
  async (exam, category, claims, counted) => {
    const [codes] = await codesOf(exam, category, claims);
    expect(codes).toBe(counted);
  },
);

test("a candidate of SC sees the groups of 2026, which do not count without a group", async () => {
  expect(await codesOf("UGCET", "SC")).toEqual(["SCG GM", "S1G S2G S3G S4G"]);
});

test("a group of SC counts its own ranks and the SC of earlier lists, with a note", async () => {
  expect(await codesOf("UGCET", "S3", { rural: true })).toEqual(["S3G S3R SCG SCR GM GMR", ""]);
  const { rows } = await world.as(
    "student",
    "select code from categories_of('UGCET', 'S3') where note is not null",
  );
  expect(rows).toEqual([{ code: "SCG" }]);
});

test("a visitor asks the server's pages, not the function", async () => {
  expect(await world.refusal("visitor", "select * from categories_of('UGCET')")).toMatchObject({
    code: "42501",
  });
});
