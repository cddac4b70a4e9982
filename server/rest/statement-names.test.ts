import { expect, test } from "vitest";
import type { ApiRole } from "../postgres/database.ts";
import { StatementNames } from "./statement-names.ts";

const caller = (sub: string | undefined, role: ApiRole = "authenticated") => ({ role, claims: { sub } });
const THREE = ["a", "b", "c"].map((sub) => caller(sub));

test("a statement gets a name once it has succeeded for three callers", () => {
  const names = new StatementNames();
  const seen = ["a", "b", "c", "d"].map((sub) => {
    const name = names.find("select 1", "authenticated");
    names.recordSuccess("select 1", caller(sub));
    return name;
  });
  expect(seen).toEqual([undefined, undefined, undefined, "rest_0"]);
});

test("one user cannot use up the names: their own statements never get one", () => {
  const names = new StatementNames();
  for (let n = 0; n < 1_000; n += 1)
    for (let run = 0; run < 5; run += 1) names.recordSuccess(`select ${n}`, caller("attacker"));
  for (const each of THREE) names.recordSuccess("select 'all students'", each);
  expect(names.find("select 0", "authenticated")).toBeUndefined();
  expect(names.find("select 999", "authenticated")).toBeUndefined();
  expect(names.find("select 'all students'", "authenticated")).toBe("rest_0");
});

test("a statement of the secret key gets a name after three runs", () => {
  const names = new StatementNames();
  for (let run = 0; run < 3; run += 1) names.recordSuccess("select 1", caller(undefined, "service_role"));
  expect(names.find("select 1", "service_role")).toBe("rest_0");
});

test("a very long statement gets no name, because candidates are kept in memory", () => {
  const names = new StatementNames();
  for (const [text, name] of [
    ["x".repeat(4_001), undefined],
    ["x".repeat(4_000), "rest_0"],
  ] as const) {
    for (const each of THREE) names.recordSuccess(text, each);
    expect(names.find(text, "authenticated")).toBe(name);
  }
});

test("runs that began before a statement had its name do not change any name", () => {
  const names = new StatementNames();
  for (const each of THREE) names.recordSuccess("select 1", each);
  const name = names.find("select 1", "authenticated");
  for (const each of THREE) names.recordSuccess("select 1", each);
  for (const each of THREE) names.recordSuccess("select 2", each);
  expect(names.find("select 1", "authenticated")).toBe(name);
  expect(names.find("select 2", "authenticated")).not.toBe(name);
});

test("each role has its own name", () => {
  const names = new StatementNames();
  for (const role of ["anon", "authenticated"] as const)
    for (const { claims } of THREE) names.recordSuccess("select 1", { role, claims });
  expect(names.find("select 1", "anon")).not.toBe(names.find("select 1", "authenticated"));
});
