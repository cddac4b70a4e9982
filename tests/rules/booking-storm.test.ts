import { expect, onTestFinished, test } from "vitest";
import { runStorm } from "../../bench/storm.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { createDatabase } from "../world/cluster.ts";

test("in three thousand random tries at once, no booking or offer meets another, is lost, or deadlocks", async () => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const { apiUrl } = await prepareDatabase(database.url);
  const { outcomes, ...found } = await runStorm({
    ownerUrl: database.url,
    apiUrl,
    tries: 3_000,
    connections: 16,
  });
  expect(found).toEqual({ unexpected: {}, collisions: 0, heldTwice: 0, lost: 0 });
  // Little is proved by actions that never succeeded.
  for (const kind of [
    "book",
    "move",
    "delete",
    "hand over",
    "cancel",
    "block",
    "unblock",
    "hours",
    "revoke",
    "grant",
    "join",
    "accept",
    "decline",
    "leave",
  ])
    expect(outcomes[`${kind}: done`]).toBeGreaterThan(0);
  for (const state of ["accepted", "declined", "expired", "withdrawn"])
    expect(outcomes[`offer: ${state}`]).toBeGreaterThan(0);
});
