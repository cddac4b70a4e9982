import { expect, test } from "vitest";
import { statementLines, withoutComments } from "./sql-statements.ts";

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
])("statements begin in these lines: %s", (_name, text, lines) => {
  expect(statementLines(text)).toEqual(lines);
});

test.each([
  ["a line comment", "-- why\nselect 1; -- one\n", "select 1;"],
  ["a comment between two words", "select/* why */1;", "select 1;"],
  ["nested block comments", "/* a /* b */ -- c */ drop table t;", "drop table t;"],
  ["blank lines and indentation", "\n\nselect\n\n    1;\n", "select 1;"],
])("%s is left out", (_name, text, statements) => {
  expect(withoutComments(text)).toBe(statements);
});

test.each([
  ["a text", "select '--  it''s /* one */';"],
  ["an escaped text", "select e'\\'--  ';"],
  ["a quoted name", 'create table "a --  b" ();'],
  ["a body in dollar signs", "do $body$ begin --  why\n $$--  $$; end $body$;"],
  ["a body whose tag has other letters", "select $ಮಾ$--  $ಮಾ$;"],
])("%s keeps what looks like a comment", (_name, text) => {
  expect(withoutComments(text)).toBe(text);
});

test.each([
  ["a dollar sign in a name", "select a$b$ -- $b$", "select a$b$"],
  ["an e at the end of a name", "select one'\\' -- '", "select one'\\'"],
  ["a parameter", "select $1 -- $1", "select $1"],
])("%s opens no quote", (_name, text, statements) => {
  expect(withoutComments(text)).toBe(statements);
});
