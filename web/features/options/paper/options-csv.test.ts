import { expect, test } from "vitest";
import { optionsCsv } from "./options-csv.ts";

test("the file has KEA's order and codes, none for a course without one, and no name runs as a formula", () => {
  const options = [
    { id: "1", college: "E002", course: "CS" },
    { id: "2", college: "E001", course: "=HYPERLINK(1)" },
    { id: "3", college: "M007", course: "MBBS-PRIV" },
  ];
  const csv = optionsCsv(options, ({ college }) =>
    college === "E002"
      ? {
          college,
          course: "CS",
          collegeName: "+SKSJT “Institute”",
          courseName: "Computer Science",
          place: null,
          likelihood: "a stretch",
          meaning: "",
          ranks: [{ year: 2025, round: "1", category: "2AG", rank: 53340.5 }],
          spread: null,
          seats: null,
          seatsYear: null,
          fee: 44200,
          feeYear: "2025-26",
          feeNote: null,
        }
      : undefined,
  );
  expect(csv.split("\r\n").slice(1)).toEqual([
    `"1","E002","CS","'+SKSJT “Institute”","Computer Science","44200","2025-26","a stretch","2025 1 2AG: 53,340.5"`,
    `"2","E001","","E001","'=HYPERLINK(1)","","","",""`,
    `"3","M007","MBBS-PRIV","M007","MBBS-PRIV","Fee not known: ask first","","",""`,
    "",
  ]);
});
