import { expect, test } from "vitest";
import { StatementNames } from "./statement-names.ts";

test("a statement gets a name once it has worked three times", () => {
  const names = new StatementNames();
  const seen = [1, 2, 3, 4].map(() => {
    const name = names.nameOf("select 1", "anon");
    names.succeeded("select 1", "anon");
    return name;
  });
  expect(seen).toEqual([undefined, undefined, undefined, "rest_0"]);
});

test("requests that were under way without a name neither change it nor give it to another statement", () => {
  const names = new StatementNames();
  for (let request = 0; request < 3; request++) names.succeeded("select 1", "anon");
  const name = names.nameOf("select 1", "anon");
  for (let request = 0; request < 3; request++) names.succeeded("select 1", "anon");
  for (let request = 0; request < 3; request++) names.succeeded("select 2", "anon");
  expect(names.nameOf("select 1", "anon")).toBe(name);
  expect(names.nameOf("select 2", "anon")).not.toBe(name);
});

test("each role has a name of its own", () => {
  const names = new StatementNames();
  for (let request = 0; request < 3; request++)
    for (const role of ["anon", "authenticated"]) names.succeeded("select 1", role);
  expect(names.nameOf("select 1", "anon")).not.toBe(names.nameOf("select 1", "authenticated"));
});
