import { expect, test } from "vitest";
import { uploadProblem } from "./upload-problem.ts";

const answered = (message: string, status: number) => Object.assign(new Error(message), { status });

test.each([
  ["new row violates row-level security policy", 400, "You can upload a maximum of 5 documents."],
  [
    'new row violates row-level security policy for table "objects"',
    403,
    "You can upload a maximum of 5 documents.",
  ],
  ["mime type text/html is not supported", 400, "mime type text/html is not supported"],
])("%s", (message, status, expected) => {
  expect(uploadProblem(answered(message, status))).toBe(expected);
});

test("without an answer it is the connection", () => {
  expect(uploadProblem(new TypeError("nothing came back"))).toMatch(/^The connection was lost/);
  expect(uploadProblem(Object.assign(new Error("unknown"), { status: undefined }))).toMatch(/connection/);
});
