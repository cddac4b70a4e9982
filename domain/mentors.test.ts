import { expect, test } from "vitest";
import { findNameProblem, findVideoLinkProblem } from "./mentors.ts";

test.each([
  ["Dr. Lakshmi Rao", true],
  [" ", false],
  ["<b>Rao</b>", false],
])("the name %j is allowed: %s", (name, isAllowed) => {
  expect(findNameProblem(name) === undefined).toBe(isAllowed);
});

test.each([
  ["https://meet.example.org/rao?x=1", true],
  [" https://meet.example.org/rao ", true],
  ["", false],
  ["http://meet.example.org/rao", false],
  ["meet.example.org/rao", false],
  ["https://", false],
  ["https://meet.example.org/a b", false],
  ['https://meet.example.org/"', false],
  ["https://meet.example.org/\\", false],
  [`https://${"x".repeat(493)}`, false],
  [`https://${"x".repeat(492)}`, true],
])("the link %j is allowed: %s", (link, isAllowed) => {
  expect(findVideoLinkProblem(link) === undefined).toBe(isAllowed);
});
