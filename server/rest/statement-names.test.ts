import { expect, test } from "vitest";
import { StatementNames } from "./statement-names.ts";

test("a statement gets a name once it has succeeded three times", () => {
  const names = new StatementNames();
  const seen = [1, 2, 3, 4].map(() => {
    const name = names.find("select 1", "anon");
    names.recordSuccess("select 1", "anon");
    return name;
  });
  expect(seen).toEqual([undefined, undefined, undefined, "rest_0"]);
});

test("runs that began before a statement had its name do not change any name", () => {
  const names = new StatementNames();
  for (let request = 0; request < 3; request++) names.recordSuccess("select 1", "anon");
  const name = names.find("select 1", "anon");
  for (let request = 0; request < 3; request++) names.recordSuccess("select 1", "anon");
  for (let request = 0; request < 3; request++) names.recordSuccess("select 2", "anon");
  expect(names.find("select 1", "anon")).toBe(name);
  expect(names.find("select 2", "anon")).not.toBe(name);
});

test("each role has its own name", () => {
  const names = new StatementNames();
  for (let request = 0; request < 3; request++)
    for (const role of ["anon", "authenticated"]) names.recordSuccess("select 1", role);
  expect(names.find("select 1", "anon")).not.toBe(names.find("select 1", "authenticated"));
});
