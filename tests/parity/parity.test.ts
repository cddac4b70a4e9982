import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALLS } from "./cases-call.ts";
import { DELETES, UPDATES } from "./cases-change.ts";
import { INSERTS, UPSERTS } from "./cases-insert.ts";
import { READS } from "./cases-read.ts";
import { REFUSED } from "./cases-refusals.ts";
import { DIFFERENCES } from "./differences.ts";
import { describe as inWords, type Question } from "./exchange.ts";
import { Court } from "./parity-world.ts";

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
  ["what writes", [...INSERTS, ...UPSERTS, ...UPDATES, ...DELETES]],
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
