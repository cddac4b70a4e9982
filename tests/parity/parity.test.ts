import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALLS } from "./cases-call.ts";
import { DELETES, UPDATES } from "./cases-change.ts";
import { INSERTS, UPSERTS } from "./cases-insert.ts";
import { READS } from "./cases-read.ts";
import { REFUSALS } from "./cases-refusals.ts";
import { DIFFERENCES } from "./differences.ts";
import { type ApiRequest, titleOf } from "./exchange.ts";
import { ParityWorld } from "./parity-world.ts";

/** Compares status, headers, body and the rows left behind with those of the real PostgREST. */
let world: ParityWorld;
beforeAll(async () => {
  world = await ParityWorld.start();
});
afterAll(async () => {
  await world?.stop();
});

const titled = (requests: readonly ApiRequest[]) =>
  requests.map((request) => [titleOf(request), request] as const);

describe.each([
  ["a read gets the same response as from PostgREST", READS],
  ["a wrong request gets the same refusal as from PostgREST", REFUSALS],
] as const)("%s", (_kind, requests) => {
  test.each(titled(requests))("%s", async (_title, request) => {
    const { ours, expected } = await world.compare(request);
    expect(ours).toEqual(expected);
  });
});

describe.each([
  [
    "a write gets the same response and leaves the same rows",
    [...INSERTS, ...UPSERTS, ...UPDATES, ...DELETES],
  ],
  ["a call gets the same response and leaves the same rows", CALLS],
] as const)("%s", (_kind, requests) => {
  test.each(titled(requests))("%s", async (_title, request) => {
    const { ours, expected } = await world.compare(request);
    const contents = await world.contents();
    expect(ours).toEqual(expected);
    expect(contents.ours).toEqual(contents.reference);
  });
});

describe("the response differs from PostgREST's on purpose", () => {
  test.each(DIFFERENCES.map((difference) => [titleOf(difference.request), difference] as const))(
    "%s",
    async (_title, { request, response }) => {
      const { ours, expected } = await world.compare(request);
      await world.contents();
      expect(ours).toEqual(response);
      expect(ours).not.toEqual(expected);
    },
  );
});
