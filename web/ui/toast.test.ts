import { beforeEach, expect, test } from "vitest";
import { closeToast, currentToasts, toast } from "./toast.ts";

beforeEach(() => {
  for (const { id } of currentToasts()) closeToast(id);
});

const texts = () => currentToasts().map(({ text }) => text);

test("a message that asks for an action is not pushed out by later ones that pass", () => {
  toast.error("Try again", { id: "failed", stays: true });
  for (const text of ["one", "two", "three"]) toast.info(text);
  expect(texts()).toEqual(["Try again", "two", "three"]);
});

test("a message that asks for an action is pushed out when all of them do", () => {
  for (const text of ["one", "two", "three", "four"]) toast.error(text, { stays: true });
  expect(texts()).toEqual(["two", "three", "four"]);
});

test("a message with the same id replaces the earlier one", () => {
  toast.error("Not saved", { id: "save", stays: true });
  toast.info("Saved", { id: "save" });
  expect(texts()).toEqual(["Saved"]);
});
