import { expect, test } from "vitest";
import { DOCUMENT_TYPES } from "../../../../domain/documents.ts";
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
  expect(uploadProblem(answered(message, status))).toEqual({ text: expected, isFinal: false });
});

test.each(DOCUMENT_TYPES)("what only calls itself %s is another file, and stays one", (type) => {
  const { text, isFinal } = uploadProblem(answered(`the contents of this file are not of type ${type}`, 400));
  expect(text).toMatch(
    /^This is not a (PDF|Word document|(JPEG|PNG|WebP) picture), whatever its name says\. /,
  );
  expect(isFinal).toBe(true);
});

test("without an answer it is the connection", () => {
  expect(uploadProblem(new TypeError("nothing came back")).text).toMatch(/^The connection was lost/);
  expect(uploadProblem(Object.assign(new Error("unknown"), { status: undefined })).text).toMatch(
    /connection/,
  );
});
