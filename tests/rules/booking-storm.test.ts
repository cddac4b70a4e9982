import { expect, onTestFinished, test } from "vitest";
import { runStorm } from "../../bench/storm/storm.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { createDatabase } from "../world/cluster.ts";

const KINDS = [
  "book",
  "move",
  "delete",
  "hand over",
  "cancel",
  "block",
  "unblock",
  "hours",
  "mark",
  "revoke",
  "grant",
  "join",
  "accept",
  "decline",
  "leave",
];

test("in two thousand random tries at once, no booking or offer meets another, breaks a limit, is lost, or deadlocks", async () => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const { apiUrl } = await prepareDatabase(database.url);
  const { outcomes, unexpected, violations } = await runStorm({
    ownerUrl: database.url,
    apiUrl,
    tries: 2_000,
    seed: 1,
    connections: 16,
  });
  expect(unexpected).toEqual({});
  expect(violations).toEqual({
    collisions: 0,
    impossible: 0,
    inAbsences: 0,
    overLimits: 0,
    withoutMail: 0,
    lost: 0,
    forgotten: 0,
    failedJobs: 0,
    heldTwice: 0,
  });
  // Actions that never succeeded prove little.
  for (const kind of KINDS) expect(outcomes[`${kind}: done`]).toBeGreaterThan(0);
  for (const state of ["accepted", "declined", "expired", "withdrawn"])
    expect(outcomes[`offer: ${state}`]).toBeGreaterThan(0);
});
