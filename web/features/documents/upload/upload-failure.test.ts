import { expect, test } from "vitest";
import { DOCUMENT_TYPES } from "../../../../domain/documents.ts";
import { uploadFailure } from "./upload-failure.ts";

const response = (message: string, status: number) => Object.assign(new Error(message), { status });

test.each([
  ["new row violates row-level security policy", 403, "You can upload a maximum of 5 documents."],
  [
    'new row violates row-level security policy for table "objects"',
    403,
    "You can upload a maximum of 5 documents.",
  ],
  ["mime type text/html is not supported", 415, "mime type text/html is not supported"],
])("the server's message '%s' with status %i is shown as: %s", (message, status, expected) => {
  expect(uploadFailure(response(message, status))).toEqual({ text: expected, isFinal: false });
});

test.each(DOCUMENT_TYPES)("a file declared as %s with other contents can never be uploaded", (type) => {
  const { text, isFinal } = uploadFailure(response(`the contents of this file are not of type ${type}`, 415));
  expect(text).toMatch(
    /^This is not a (PDF|Word document|(JPEG|PNG|WebP) picture), although its name says so\. /,
  );
  expect(isFinal).toBe(true);
});

test("a file whose contents are refused can never be uploaded, and the server's words say what to do", () => {
  const error = response("This PDF contains a script. Print it.", 422);
  expect(uploadFailure(error)).toEqual({ text: "This PDF contains a script. Print it.", isFinal: true });
});

test("an error without a response is a lost connection", () => {
  expect(uploadFailure(new TypeError("nothing came back")).text).toMatch(/^The connection was lost/);
  expect(uploadFailure(Object.assign(new Error("unknown"), { status: undefined })).text).toMatch(
    /connection/,
  );
});
