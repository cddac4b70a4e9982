import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { samples, TYPES } from "../world/files.ts";
import { createMember, createWorld, type Member, type World } from "../world/members.ts";
import { grantMentor, insertCall, type Profile } from "../world/people.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { upload } from "../world/storage-calls.ts";

/** The words by which anything of the victim can be recognized in a response. */
const PROFILE: Profile = { first_name: "Vidyashree", last_name: "Hosamane", phone: "9180273645" };
const NOTE = "Father works abroad, call after nine.";
const DOCUMENT = "1700000000001_caste-certificate.pdf";

const TEXTS: Readonly<Record<string, string>> = {
  ...{
    exam: "UGCET",
    which: "UGCET",
    level: "ug",
    method: "cash",
    reason: "other",
    search: "",
    filter: "all",
  },
  ...{ sort: "newest", status: "All" },
};

const KINDS = ["person", "payment", "counselling"] as const;
type Kind = (typeof KINDS)[number];

/** An argument of a function, with the name of its type. */
interface Argument {
  readonly name: string;
  readonly type: string;
}

let world: World<RunningServer>;
let victim: Member;
let attackers: Readonly<Record<string, Member | undefined>>;
let ids: Readonly<Record<"order" | "payment" | "note" | "slot" | "option" | "comment" | "list", string>>;
let words: Readonly<Record<Kind, readonly string[]>>;
let tables: readonly { name: string; columns: string }[];
let functions: readonly { name: string; args: readonly Argument[] }[];

const only = async <T>(text: string, values: unknown[]): Promise<T> =>
  ((await world.query<{ value: T & object }>(text, values))[0]?.value ?? "") as T;

beforeAll(async () => {
  // A server of its own, because an admin calls everything in the end.
  world = await createWorld(await startServer());
  const { server, people } = world;
  const mentor = await createMember(server, { profile: {} });
  const ownMentor = await createMember(server, { profile: {} });
  for (const { id } of [mentor, ownMentor]) await grantMentor(server, id);
  victim = await createMember(server, { profile: PROFILE });
  const { student, other, formerAdmin, admin } = people;
  const [viewer, accounts] = [
    await createMember(server, { profile: {} }),
    await createMember(server, { profile: {} }),
  ];
  await world.query(
    "insert into private.colleagues (user_id, role, granted_by) values ($1, 'viewer', 't'), ($2, 'accounts', 't')",
    [viewer.id, accounts.id],
  );
  attackers = { visitor: undefined, student, other, formerAdmin, mentor, viewer, accounts, admin };
  const utr = String(600_000_000_000 + Math.floor(Math.random() * 1e9));
  const rpc = victim.client.rpc.bind(victim.client);
  await rpc("make_order", { level: "ug", exam: "cet", name: "Medium" }).throwOnError();
  const order = await only<string>("select id as value from orders where user_id = $1", [victim.id]);
  await rpc("send_proof", { order_id: order, utr }).throwOnError();
  const receipt = (await people.admin.client.rpc("confirm_order", { order_id: order }).throwOnError()).data;
  await people.admin.client.rpc("add_student_note", { student: victim.id, note: NOTE }).throwOnError();
  await upload(server, victim, `${victim.id}/${DOCUMENT}`, {
    body: new Uint8Array(samples.pdf),
    headers: { "content-type": TYPES.pdf },
  });
  await insertCall(server, {
    student: victim.id,
    mentor: ownMentor.id,
    start: new Date("2027-03-01T05:00:00Z"),
  });
  const [option, comment] = [crypto.randomUUID(), crypto.randomUUID()];
  const added = [{ id: option, college: "E001", course: "CS" }];
  await rpc("add_options", { exam: "UGCET", added }).throwOnError();
  const given = { student: victim.id, which: "UGCET", option, comment, words: NOTE };
  await rpc("comment_option", given).throwOnError();
  ids = {
    order,
    option,
    comment,
    payment: await only("select id as value from payments where order_id = $1", [order]),
    note: await only("select id as value from student_notes where student_id = $1", [victim.id]),
    slot: await only("select id as value from slots where user_id = $1", [victim.id]),
    list: await only("select id as value from option_lists where user_id = $1", [victim.id]),
  };
  const number = await only<string>("select number as value from orders where id = $1", [order]);
  words = {
    person: [...Object.values(PROFILE), victim.email],
    payment: [utr, number, receipt[0].receipt_number],
    counselling: [NOTE, DOCUMENT],
  };
  tables = await world.query(
    `select relname as name, string_agg(attname, ',') as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0
       and has_column_privilege('authenticated', attrelid, attnum, 'select')
     group by 1 order by 1`,
  );
  functions = await world.query(
    `select proname as name, (
       select coalesce(json_agg(json_build_object('name', arg, 'type', format_type(type, null)) order by place), '[]')
       from unnest(proargnames[1:pronargs], proargtypes::oid[]) with ordinality as each (arg, type, place)
     ) as args
     from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype order by 1`,
  );
});

afterAll(() => world?.server.stop());

function idFor(name: string): string {
  const kind = Object.keys(ids).find((each) => name.includes(each)) as keyof typeof ids | undefined;
  return kind ? ids[kind] : victim.id;
}

/** A value that the function takes, which names the victim's row if it can name one. */
function valueFor({ name, type }: Argument): unknown {
  const plain = type.replace("[]", "");
  const value = {
    uuid: idFor(name),
    boolean: true,
    date: "2026-11-24",
    "timestamp with time zone": "2027-03-01T06:00:00Z",
    jsonb: [],
    text: TEXTS[name] ?? (name === "number" ? words.payment[1] : "words of the caller"),
  }[plain];
  const found = value === undefined ? 1 : value;
  return type.endsWith("[]") ? [found] : found;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

async function send(who: Member | undefined, path: string, body?: unknown): Promise<Reply> {
  const response = await fetch(world.server.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      apikey: world.server.publishableKey,
      "content-type": "application/json",
      ...(who && { authorization: `Bearer ${who.token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** All rows of the victim, as text. */
function rowsOfVictim(): Promise<unknown[]> {
  const owners = {
    ...{ orders: "user_id", profiles: "id", user_plans: "user_id", receipts: "user_id", slots: "user_id" },
    ...{ student_notes: "student_id", option_lists: "user_id" },
  };
  const own = Object.entries(owners).map(
    ([table, column]) => `select '${table}', to_jsonb(rows)::text from ${table} as rows where ${column} = $1`,
  );
  return world.query(
    `${own.join(" union all ")}
     union all select 'payments', to_jsonb(rows)::text from payments as rows where order_id = $2
     union all select 'steps', to_jsonb(rows)::text from order_steps as rows where order_id = $2
     union all select 'options', to_jsonb(rows)::text from option_entries as rows where list_id = $3
     union all select 'comments', to_jsonb(rows)::text from option_comments as rows where list_id = $3
     union all select 'files', name from storage.objects where starts_with(name, $1::text)
     union all select 'sessions', id::text from auth.sessions where user_id = $1
     order by 1, 2`,
    [victim.id, ids.order, ids.list],
  );
}

interface Finding {
  readonly status: number;
  readonly leaks: readonly string[];
}

/** Calls all functions and reads all tables. Returns what reveals the victim, or is a failure of the server. */
async function attack(
  who: Member | undefined,
  foreign: readonly Kind[] = KINDS,
): Promise<Record<string, Finding>> {
  const found: Record<string, Finding> = {};
  const check = (name: string, { status, text }: Reply, echoed: readonly unknown[] = []) => {
    const leaks = foreign
      .flatMap((kind) => words[kind])
      .filter((word) => text.includes(word) && !echoed.includes(word));
    if (status >= 500 || leaks.length > 0) found[name] = { status, leaks };
  };
  for (const { name, columns } of tables) check(name, await send(who, `/rest/v1/${name}?select=${columns}`));
  for (const { name, args } of functions) {
    const values = Object.fromEntries(args.map((arg) => [arg.name, valueFor(arg)]));
    // A refusal may repeat what it refuses.
    check(name, await send(who, `/rest/v1/rpc/${name}`, values), Object.values(values));
  }
  return found;
}

describe("attack: what belongs to a student", () => {
  test.each([
    ["a visitor", "visitor", KINDS],
    ["a student without a profile", "student", KINDS],
    ["another student", "other", KINDS],
    ["a former admin", "formerAdmin", KINDS],
    ["a mentor of others", "mentor", KINDS],
    ["a viewer, except who they are,", "viewer", ["payment", "counselling"]],
  ] as const)(
    "is neither returned to nor changed for %s who calls every function and reads every table",
    async (_who, who, foreign) => {
      const before = await rowsOfVictim();
      expect(await attack(attackers[who], foreign)).toEqual({});
      expect(await rowsOfVictim()).toEqual(before);
      // They were not just signed out on the way.
      const own = await send(attackers[who], "/rest/v1/rpc/own_option_list", { which: "UGCET" });
      expect(own.status).toBe(who === "visitor" ? 401 : 200);
    },
  );

  test("is not returned to somebody who takes payments, except who it is and what they have paid", async () => {
    expect(await attack(attackers.accounts, ["counselling"])).toEqual({});
  });

  test("is returned to an admin and changed by the same calls", async () => {
    const before = await rowsOfVictim();
    const found = await attack(attackers.admin);
    expect(Object.keys(found)).toEqual(
      expect.arrayContaining([
        ...["orders", "payments", "profiles", "receipts", "student_notes"],
        ...["export_student", "list_orders", "open_order", "open_student", "student_timeline"],
      ]),
    );
    expect(Object.entries(found).filter(([, { status }]) => status >= 500)).toEqual([]);
    expect(await rowsOfVictim()).not.toEqual(before);
  });
});
