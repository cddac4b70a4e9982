import { expect, test } from "vitest";
import { nameFor, requireImage } from "./shrink-image.ts";

test("only images are accepted", () => {
  expect(() => requireImage("a path")).toThrow("The file given is not an instance of Blob or File");
  expect(() => requireImage(new Blob(["%PDF-"], { type: "application/pdf" }))).toThrow(
    "The file given is not an image",
  );
  expect(() => requireImage(new Blob([], { type: "image/png" }))).not.toThrow();
});

test.each([
  ["marks.card.webp", "image/webp", "image/webp", "marks.card.webp"],
  ["marks.card.webp", "image/webp", "image/png", "marks.card.png"],
  ["ಅಂಕಪಟ್ಟಿ", "image/webp", "image/png", "ಅಂಕಪಟ್ಟಿ.png"],
])("%s, an %s written as %s, is named %s", (name, type, newType, expected) => {
  expect(nameFor(name, type, newType)).toBe(expected);
});
