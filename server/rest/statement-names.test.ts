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

test("two statements never share a name, however many requests were under way without one", () => {
  const names = new StatementNames();
  // Requests that were sent before the name was given still report when they are done.
  for (let request = 0; request < 10; request++) names.succeeded("select 1", "anon");
  const first = names.nameOf("select 1", "anon");
  for (let request = 0; request < 10; request++) names.succeeded("select 2", "anon");
  expect(names.nameOf("select 1", "anon")).toBe(first);
  expect(names.nameOf("select 2", "anon")).not.toBe(first);
});

test("each role has a name of its own", () => {
  const names = new StatementNames();
  for (let request = 0; request < 3; request++)
    for (const role of ["anon", "authenticated"]) names.succeeded("select 1", role);
  expect(names.nameOf("select 1", "anon")).not.toBe(names.nameOf("select 1", "authenticated"));
});
