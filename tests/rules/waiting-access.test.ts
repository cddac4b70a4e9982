import { expect, test } from "vitest";
import { checkAccess, everyone } from "./access.ts";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

/** In these cases, formerAdmin is a mentor; planned and other wait for a day, and planned has an offer. */
const OFFER = "a1b2c3d4-0000-4000-8000-00000000aaaa";
const PLANNED = people.planned.id;

const noFunction = (name: string) => ({ code: "42501", message: `permission denied for function ${name}` });
const noPlan = refusedWith("Please purchase a plan to book slots.");
const unauthorized = { code: "42501", message: "You are not authorized to access this page" };
const tableOf = (name: string) => ({ code: "42501", message: `permission denied for table ${name}` });

checkAccess(
  {
    "private tables": ["waiting_students", "slot_offers", "deadlines"].map((table) => ({
      does: `read ${table}`,
      sql: `select from private.${table}`,
      is: { visitor: tableOf(table) },
      otherwise: tableOf(table),
    })),
    join_waiting_list: [
      {
        does: "join the list of a full day",
        sql: "select join_waiting_list(current_date + 8)",
        is: { visitor: noFunction("join_waiting_list"), planned: 1, other: 1 },
        otherwise: noPlan,
      },
    ],
    leave_waiting_list: [
      {
        does: "leave a list, with no effect for others",
        sql: "select from leave_waiting_list(current_date + 8)",
        is: { visitor: noFunction("leave_waiting_list") },
        otherwise: 1,
      },
    ],
    own_waiting_days: [
      {
        does: "see for which days they wait",
        sql: "select from own_waiting_days()",
        is: { visitor: noFunction("own_waiting_days"), planned: 1, other: 1 },
        otherwise: 0,
      },
      {
        does: "see the offer",
        sql: "select from own_waiting_days() where offer is not null",
        is: { visitor: noFunction("own_waiting_days"), planned: 1 },
        otherwise: 0,
      },
    ],
    decline_offer: [
      {
        does: "call the function that declines, with no effect for others",
        sql: `select from decline_offer('${OFFER}')`,
        is: { visitor: noFunction("decline_offer") },
        otherwise: 1,
      },
    ],
    set_deadline: [
      {
        does: "set the deadline of a student",
        sql: `select from set_deadline('${PLANNED}', now() + interval '1 day')`,
        is: { visitor: noFunction("set_deadline"), admin: 1, secretKey: 1 },
        otherwise: unauthorized,
      },
    ],
    find_deadline: [
      {
        does: "see the deadline of a student",
        sql: `select from find_deadline('${PLANNED}')`,
        is: { visitor: noFunction("find_deadline"), admin: 1, secretKey: 1 },
        otherwise: unauthorized,
      },
    ],
    "functions of the server": [
      "offer_times_of(current_date + 8)",
      "offer_free_times(current_date + 8)",
      `offer_time('${PLANNED}', current_date + 8, tstzrange(now(), now()))`,
      "offer_times_of_all_days()",
      "list_waiting_days()",
      "count_waiting()",
      "delete_old_waiting_lists()",
      `claim_offer_mail('${OFFER}')`,
    ].map((call) => ({
      does: `call ${call.replace(/\(.*/, "")}`,
      sql: `select private.${call}`,
      is: { visitor: noFunction(call.replace(/\(.*/, "")) },
      otherwise: noFunction(call.replace(/\(.*/, "")),
    })),
  },
  [
    `insert into mentors (id, name, granted_by) values ('${people.formerAdmin.id}', 'Mentor', 'tests')`,
    `insert into private.waiting_students (user_id, day) values ('${PLANNED}', current_date + 8), ('${people.other.id}', current_date + 8)`,
    // 05:00 UTC is 10:30 in Karnataka.
    `insert into private.slot_offers (id, user_id, day, start_time, end_time, expires_at) values
       ('${OFFER}', '${PLANNED}', current_date + 8, current_date + 8 + time '05:00', current_date + 8 + time '05:30', now() + interval '15 minutes')`,
  ],
);

const world = setUpWorld();

test("nobody but the student ends their waiting or their offer", async () => {
  await world.withoutTriggers(
    "insert into private.waiting_students (user_id, day) values ($1, current_date + 8)",
    [PLANNED],
  );
  await world.withoutTriggers(
    `insert into private.slot_offers (id, user_id, day, start_time, end_time, expires_at) values
       ($1, $2, current_date + 8, current_date + 8 + time '05:00', current_date + 8 + time '05:30', now() + interval '15 minutes')`,
    [OFFER, PLANNED],
  );
  for (const who of everyone) {
    if (who === "planned") continue;
    await world.refusal(who, "select leave_waiting_list(current_date + 8)");
    await world.refusal(who, "select decline_offer($1)", [OFFER]);
  }
  const state = () =>
    world.asOwner(
      "select state, (select count(*)::int from private.waiting_students) as waiting from private.slot_offers",
    );
  expect(await state()).toEqual([{ state: "open", waiting: 1 }]);
  await world.as("planned", "select leave_waiting_list(current_date + 8)");
  expect(await state()).toEqual([{ state: "declined", waiting: 0 }]);
});

test("a deadline is set, changed and removed on record, and a repeated one is recorded once", async () => {
  const set = (deadline: string | null) =>
    world.refusal("admin", `select set_deadline($1, ${deadline})`, [PLANNED]);
  for (const deadline of [
    "now() + interval '1 day'",
    "now() + interval '1 day'",
    "now() + interval '2 days'",
    "null",
    "null",
  ])
    expect(await set(deadline)).toBeUndefined();
  const entries = await world.asOwner(
    "select action, actor_email, subject from audit_log where action like 'deadline%' order by id",
  );
  const by = { actor_email: "admin@example.org", subject: "Planned Gowda <planned@example.org>" };
  expect(entries).toEqual([
    { action: "deadline set", ...by },
    { action: "deadline set", ...by },
    { action: "deadline removed", ...by },
  ]);
});

test.each(["now()", "now() + interval '367 days'", "'infinity'"])(
  "a deadline is not %s",
  async (deadline) => {
    expect(await world.refusal("admin", `select set_deadline($1, ${deadline})`, [PLANNED])).toEqual(
      refusedWith("Please choose a deadline in the future, at most a year ahead."),
    );
  },
);

test("a deadline needs a student", async () => {
  expect(
    await world.refusal("admin", "select set_deadline(gen_random_uuid(), now() + interval '1 day')"),
  ).toEqual(refusedWith("This student no longer exists."));
});
