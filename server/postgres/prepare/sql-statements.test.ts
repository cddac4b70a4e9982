import { expect, test } from "vitest";
import { statementLines } from "./sql-statements.ts";

test.each([
  ["one after the other", "select 1;\nselect 2;\n\nselect\n3;", [1, 2, 4]],
  ["a comment above belongs to no statement", "-- why; because\n/* and; so */\nselect 1;", [3]],
  ["a semicolon in a text", "select ';\n';\nselect 2", [1, 3]],
  ["an escaped quote", "select e'\\';';\nselect 2", [1, 2]],
  ["a doubled quote", "select 'it''s;';\nselect 2", [1, 2]],
  ["a quoted name", 'create policy "a; b" on t;\nselect 2', [1, 2]],
  [
    "a function's body",
    "create function f() as $body$\nselect 1;\nselect $$x;$$;\n$body$;\nselect 2",
    [1, 5],
  ],
  ["nothing but a comment", "-- nothing", []],
])("%s", (_name, text, lines) => {
  expect(statementLines(text)).toEqual(lines);
});
