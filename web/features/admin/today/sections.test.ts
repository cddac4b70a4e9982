import { expect, test } from "vitest";
import { findSections } from "./sections.ts";

const NOW = new Date("2027-05-31T20:00:00Z"); // 1 June in Karnataka
const section = (name: string) => findSections(NOW).find((known) => known.name === name);

test("calls without a note lead to the agenda from the first day that they are counted from", () => {
  expect(section("unmarked")?.to).toBe("/agenda?view=list&day=2027-05-18");
});

test("documents to view lead to those that no admin has viewed, whom the section counts", () => {
  expect(section("documents")?.to).toBe(`/students?filter=${encodeURIComponent('{"documents":"unviewed"}')}`);
});

test("mails that failed lead to the campaigns, and to everybody with a bad address", () => {
  expect(section("failed")?.to).toBe("/send-notifications");
  const { pathname, searchParams } = new URL(section("failed")?.also?.to ?? "", "http://localhost");
  expect([pathname, searchParams.get("filter")]).toEqual(["/students", '{"email":"bad"}']);
});
