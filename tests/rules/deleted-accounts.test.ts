import { expect, test } from "vitest";
import { createCampaign, recipientsOf } from "./campaign-world.ts";
import { setUpPayments } from "./payments-world.ts";
import { people } from "./people.ts";

const world = setUpPayments();
const { id: STUDENT } = people.planned;
const NAMES = /Planned|planned@example\.org/;

/** The places where the name of a deleted account may remain, with the reason (docs/security-design.md). */
const KEPT = [
  "public.audit_log", // proves what admins did
  "public.receipts", // as the law on accounts asks
];

/** Returns the rows of all tables that contain the name or the address of the student. */
async function findNames(): Promise<string[]> {
  const tables = await world.asOwner<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname in ('public', 'private', 'auth', 'storage') order by 1`,
  );
  const found = [];
  for (const { name } of tables) {
    const rows = await world.asOwner<{ row: string }>(`select kept::text as row from ${name} as kept`);
    if (rows.some(({ row }) => NAMES.test(row))) found.push(name);
  }
  return found;
}

test("attack: only tables with a reason keep the name or the address of a deleted student", async () => {
  const { campaign_id } = await createCampaign(world);
  await world.asOwner("update user_plans set active = false where user_id = $1", [STUDENT]);
  await world.pay("planned");
  await world.prove("planned", ["ug", "cet", "Advanced"]);
  await world.as("admin", "select add_student_note($1, 'Called.', false)", [STUDENT]);
  expect(await findNames()).toContain("public.campaign_recipients");
  expect(await findNames()).toContain("public.audit_log");

  await world.asOwner("delete from auth.users where id = $1", [STUDENT]);
  expect((await findNames()).filter((table) => !KEPT.includes(table))).toEqual([]);
  expect(await recipientsOf(world, campaign_id)).toEqual([
    { email: "", state: "queued", reason: null },
    { email: "other@example.org", state: "queued", reason: null },
  ]);
  expect(await world.asOwner("select email from private.claim_recipients(5)")).toEqual([
    { email: "other@example.org" },
  ]);
  expect(await world.asOwner("select name, state, reason from campaign_recipients where email = ''")).toEqual(
    [{ name: "Deleted account", state: "skipped", reason: "The account is gone" }],
  );
});

test("attack: an account without a profile that was left out of a mail is forgotten, too, and no other is", async () => {
  await world.asOwner("select set_config('request.jwt.claims', $1, true)", [
    JSON.stringify(people.admin.claims),
  ]);
  const [campaign] = await world.asOwner<{ campaign_id: string }>(
    "select campaign_id from private.create_campaign(gen_random_uuid(), null, null, null, 'S', 'B', '[]', '{}')",
  );
  const emails = async () =>
    (await recipientsOf(world, campaign?.campaign_id as string)).map(({ email }) => email);
  const before = await emails();
  expect(before).toContain("newcomer@example.org");
  await world.asOwner("delete from auth.users where id in ($1, $2)", [people.newcomer.id, people.other.id]);
  expect(await emails()).toEqual([
    "",
    "",
    ...before.filter((email) => email !== "newcomer@example.org" && email !== "other@example.org"),
  ]);
});
