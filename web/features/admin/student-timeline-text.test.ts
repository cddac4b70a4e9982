import { expect, test } from "vitest";
import { describeEvent } from "./student-timeline-text.ts";

const step = (kind: string, action: string) =>
  describeEvent({
    at: "2026-11-29T10:00:00Z",
    source: "order",
    kind,
    actor: "admin@example.org",
    details: { number: "MRG-4F7K-2", action, amount_paise: 100_000, words: null },
  }).text;

test("a step of an order is named by its state, or by what was done where the state stays or goes back", () => {
  expect(step("paid over", "take over")).toBe("MRG-4F7K-2: paid over, ₹1,000");
  expect(step("paid over", "refund")).toBe("MRG-4F7K-2: refund noted, ₹1,000");
  expect(step("proof sent", "undo")).toBe("MRG-4F7K-2: confirmation undone, ₹1,000");
});
