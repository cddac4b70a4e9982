import fc from "fast-check";
import { expect, test } from "vitest";
import { ORDINARY_TOPICS, SECRET_TOPICS, TOPIC_WORDS } from "./slot-topic-cases.ts";
import { maskSecrets } from "./slot-topics.ts";

test.each(ORDINARY_TOPICS)("nothing is masked in %j", (topic) => {
  expect(maskSecrets(topic)).toBe(topic);
});

test.each(SECRET_TOPICS)("%j is stored as %j", (typed, stored) => {
  expect(maskSecrets(typed)).toBe(stored);
});

test.each(["otp1234", "pwd:abc", "pwd=x1y"])("the shortest secrets are masked: %j", (topic) => {
  expect(maskSecrets(topic)).toContain("•••");
});

test("a masked text is never longer, and stays the same when it is saved again", () => {
  const words = fc.array(fc.tuple(fc.constantFrom(...TOPIC_WORDS), fc.constantFrom("", " ")), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(words, (typed) => {
      const topic = typed.flat().join("");
      const masked = maskSecrets(topic);
      expect(masked.length).toBeLessThanOrEqual(topic.length);
      expect(maskSecrets(masked)).toBe(masked);
    }),
    { numRuns: 2_000 },
  );
});
