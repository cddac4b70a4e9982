import { expect, test } from "vitest";
import { type ChosenFile, checkFiles, type Step } from "./chosen-file.ts";

let id = 0;
const pdf = (step: Step = { kind: "chosen" }, type = "application/pdf"): ChosenFile => ({
  id: ++id,
  file: new File(["%PDF-"], "a.pdf", { type }),
  step,
});
const problems = (chosen: ChosenFile[], count: number, hasPlan = true) =>
  checkFiles(chosen, { hasPlan, count }).map(({ problem }) => problem);

const FULL = "You can upload a maximum of 5 documents.";

test("the files beyond the limit are refused", () => {
  expect(problems([pdf(), pdf(), pdf()], 3)).toEqual([undefined, undefined, FULL]);
});

test("a refused file does not count towards the limit", () => {
  expect(problems([pdf({ kind: "chosen" }, "text/html"), pdf()], 4)).toEqual([
    "Unsupported file type.",
    undefined,
  ]);
});

test("a file being uploaded is not checked again, but counts towards the limit", () => {
  expect(problems([pdf({ kind: "sending", share: 0.5 }), pdf()], 4)).toEqual([undefined, FULL]);
});

test("a failed file shows the reason for its failure, unless a rule now refuses it", () => {
  const failed = pdf({ kind: "failed", text: "Image compression failed.", isFinal: false });
  expect(problems([failed], 0)).toEqual(["Image compression failed."]);
  expect(problems([failed], 5)).toEqual([FULL]);
  expect(problems([failed], 0, false)).toEqual(["Please purchase a plan to upload documents."]);
  expect(checkFiles([failed], { hasPlan: true, count: 0 })[0]?.canUpload).toBe(true);
});

test("a file that can never be uploaded is not retried and does not count towards the limit", () => {
  const final = pdf({ kind: "failed", text: "This is not a PDF.", isFinal: true });
  expect(problems([final, pdf()], 4)).toEqual(["This is not a PDF.", undefined]);
  expect(checkFiles([final], { hasPlan: true, count: 0 })[0]?.canUpload).toBe(false);
});
