import { createHash } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ConcurrentWorld, openConcurrentWorld } from "./concurrency.ts";
import { people } from "./people.ts";

const { admin, other, student } = people;

let world: ConcurrentWorld;
beforeAll(async () => {
  world = await openConcurrentWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.owner.query("delete from private.admins where user_id <> $1", [admin.id]);
  await world.owner.query(
    "insert into private.admins (user_id, granted_by) values ($1, 'tests') on conflict do nothing",
    [admin.id],
  );
  await world.owner.query("delete from private.colleagues");
});

const hash = createHash("sha256").update("t").digest();
const accept = { who: student, text: "select accept_invitation('t')", values: [] };
const invite = async () =>
  world.owner.query(
    `insert into private.invitations (email, role, token_hash, invited_by, inviter_email, expires_at)
     values ('student@example.org', 'viewer', $1, $2, 'admin@example.org', now() + interval '1 day')`,
    [hash, admin.id],
  );
const revoke = { operator: "delete from private.admins where user_id = $1", values: [admin.id] };

test("an invitation that is accepted twice at once is accepted once", async () => {
  await invite();
  const { outcome, waitedFor } = await world.runDuring([accept], accept);
  expect(outcome).toMatch(/^This invitation does not work/);
  expect(waitedFor).not.toBeNull();
  const { rows } = await world.owner.query("select role from private.colleagues");
  expect(rows).toEqual([{ role: "viewer" }]);
});

test("an admin whose rights end during an acceptance has invited nobody afterwards", async () => {
  await invite();
  expect((await world.runDuring([accept], revoke)).outcome).toBe("done");
  const { rows } = await world.owner.query("select from private.invitations");
  expect(rows).toEqual([]);
});

test("of two admins who remove each other at the same moment, one stays", async () => {
  await world.owner.query("insert into private.admins (user_id, granted_by) values ($1, 'tests')", [
    other.id,
  ]);
  const [first, second] = [await world.connectAsOwner(), await world.connectAsOwner()];
  // As the server calls the function for an admin.
  const remove = async (client: pg.Client, by: typeof admin | typeof other, whom: string) => {
    await client.query("begin");
    await client.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(by.claims)]);
    await client.query("select private.remove_admin($1)", [whom]);
  };
  try {
    await remove(first, admin, other.id);
    const refusal = remove(second, other, admin.id).catch(({ message }: Error) => message);
    expect(await world.waitForLock()).toBe("advisory");
    await first.query("commit");
    expect(await refusal).toBe("You are not authorized to access this page");
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
  const { rows } = await world.owner.query("select user_id from private.admins");
  expect(rows).toEqual([{ user_id: admin.id }]);
});
