import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describe as inWords, type Question } from "./judge/ask.ts";
import { CALLS } from "./judge/cases-call.ts";
import { READS } from "./judge/cases-read.ts";
import { REFUSED } from "./judge/cases-refused.ts";
import { WRITES } from "./judge/cases-write.ts";
import { DIFFERENCES } from "./judge/differences.ts";
import { Court } from "./judge/worlds.ts";

/** The same requests to the real PostgREST and to ours: same status, headers and body, and the same rows afterwards. */
let court: Court;
beforeAll(async () => {
  court = await Court.open();
});
afterAll(async () => {
  await court?.close();
});

const named = (questions: readonly Question[]) =>
  questions.map((question) => [inWords(question), question] as const);

describe("what reads", () => {
  test.each(named(READS))("%s", async (_name, question) => {
    const { ours, expected } = await court.hear(question);
    expect(ours).toEqual(expected);
  });
});

describe("what is refused", () => {
  test.each(named(REFUSED))("%s", async (_name, question) => {
    const { ours, expected } = await court.hear(question);
    expect(ours).toEqual(expected);
  });
});

describe.each([
  ["what writes", WRITES],
  ["what calls", CALLS],
] as const)("%s", (_kind, questions) => {
  test.each(named(questions))("%s", async (_name, question) => {
    const { ours, expected } = await court.hear(question);
    const contents = await court.contents();
    expect(ours).toEqual(expected);
    expect(contents.ours).toEqual(contents.judge);
  });
});

describe("what is different on purpose", () => {
  test.each(DIFFERENCES.map((difference) => [inWords(difference.question), difference] as const))(
    "%s",
    async (_name, { question, answer }) => {
      const { ours, expected } = await court.hear(question);
      await court.contents();
      expect(ours).toEqual(answer);
      expect(ours).not.toEqual(expected);
    },
  );
});
