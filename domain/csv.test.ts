import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("the file has a byte order mark and a line per row", () => {
  expect(
    csvOf([
      ["Name", "Calls"],
      ["ಆಶಾ", "2"],
    ]),
  ).toBe('\ufeff"Name","Calls"\r\n"ಆಶಾ","2"\r\n');
});

test.each(["=1+1", "＝1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])(
  "the name %j is written as text, not as a formula",
  (name) => {
    expect(csvOf([[name]])).toContain(`"'${name}"`);
  },
);

test("quotes, commas and line breaks stay in their cell", () => {
  const reason = '550 "No such user", said mx\nplease remove';
  expect(csvOf([[reason, ""]])).toContain('"550 ""No such user"", said mx\nplease remove",""');
});
