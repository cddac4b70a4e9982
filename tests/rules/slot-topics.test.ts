import fc from "fast-check";
import { expect, test } from "vitest";
import { ORDINARY_TOPICS, SECRET_TOPICS, TOPIC_WORDS } from "../../domain/slot-topic-cases.ts";
import { maskSecrets } from "../../domain/slot-topics.ts";
import { booking, dayFromToday } from "./calendar.ts";
import { makeMentor } from "./mentor-world.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

const BOOK = "insert into slots (user_id, start_time, end_time, topic) values ($1, $2, $3, $4)";
const times = booking(dayFromToday(3), "10:30-11:00");
const book = (topic: string | null) => [people.planned.id, ...times, topic];
const stored = async () =>
  (await world.asOwner<{ topic: string | null }>("select topic from slots"))[0]?.topic;

test("the database masks each case as the screens show it", async () => {
  const cases = [...ORDINARY_TOPICS.map((topic) => [topic, topic] as const), ...SECRET_TOPICS];
  const [row] = await world.asOwner<{ masked: string[] }>(
    "select array(select private.mask_secrets(topic) from unnest($1::text[]) with ordinality as typed (topic, n) order by n) as masked",
    [cases.map(([typed]) => typed)],
  );
  expect(row?.masked).toEqual(cases.map(([, masked]) => masked));
});

test("for any words, the screen shows what the database stores", async () => {
  const words = fc.array(fc.tuple(fc.constantFrom(...TOPIC_WORDS), fc.constantFrom("", " ")), {
    maxLength: 12,
  });
  const topics = fc.sample(
    words.map((typed) => typed.flat().join("")),
    3_000,
  );
  const [row] = await world.asOwner<{ masked: string[] }>(
    "select array(select private.mask_secrets(topic) from unnest($1::text[]) with ordinality as typed (topic, n) order by n) as masked",
    [topics],
  );
  const different = topics.flatMap((topic, index) => {
    const [shown, kept] = [maskSecrets(topic), row?.masked[index]];
    return shown === kept ? [] : [{ topic, shown, kept }];
  });
  expect(different).toEqual([]);
  expect(topics.filter((topic) => maskSecrets(topic) !== topic).length).toBeGreaterThan(100);
});

test.each(["planned", "secretKey"] as const)(
  "a secret in a topic is masked before it is stored, whoever writes it: %s",
  async (who) => {
    await world.as(who, BOOK, book("  KEA\u202e password: Abc@123, rank 2300 \n"));
    expect(await stored()).toBe("KEA password: •••, rank 2300");
    await world.as(who, "update slots set topic = 'OTP 482913'");
    expect(await stored()).toBe("OTP •••");
    await world.as(who, "update slots set topic = ' \n '");
    expect(await stored()).toBeNull();
  },
);

test("a topic has at most 500 characters, and masking does not make it longer", async () => {
  const refusal = { code: "P0001", message: "Please use at most 500 characters." };
  expect(await world.refusal("planned", BOOK, book("x".repeat(501)))).toEqual(refusal);
  await world.as("planned", BOOK, book(`${"otp 1234 ".repeat(55)}12345`));
  expect(await stored()).toBe(`${"otp ••• ".repeat(55)}12345`);
  expect(await world.refusal("planned", "update slots set topic = $1", ["x".repeat(501)])).toEqual(refusal);
});

test("only the student changes the topic, only until the slot starts, and without a plan too", async () => {
  await world.as("planned", BOOK, book("Choices"));
  const change = (who: "planned" | "other" | "admin" | "formerAdmin") =>
    world.as(who, "update slots set topic = 'Fees'").then(({ rowCount }) => rowCount);
  expect([await change("other"), await change("admin"), await change("formerAdmin")]).toEqual([0, 0, 0]);
  expect((await world.refusal("visitor", "update slots set topic = 'Fees'"))?.code).toBe("42501");
  await world.asOwner("update user_plans set active = false");
  expect(await change("planned")).toBe(1);
  expect(await stored()).toBe("Fees");
  await world.withoutTriggers(
    "update slots set start_time = now() - interval '1 second', end_time = now() + interval '1 hour'",
  );
  expect(await change("planned")).toBe(0);
});

test("only the student, the mentor of the slot and admins see a topic", async () => {
  await makeMentor(world, "other");
  await world.as("planned", BOOK, book("Choices"));
  for (const [who, topics] of [
    ["newcomer", []],
    ["student", []],
    ["formerAdmin", []],
    ["planned", [{ topic: "Choices" }]],
    ["other", [{ topic: "Choices" }]],
    ["admin", [{ topic: "Choices" }]],
  ] as const)
    expect((await world.as(who, "select topic from slots")).rows).toEqual(topics);
  expect((await world.refusal("student", "select topic from busy_slots"))?.code).toBe("42703");
  expect((await world.as("other", "update slots set topic = 'Fees'")).rowCount).toBe(0);
  await world.as("admin", "select revoke_mentor($1)", [people.other.id]);
  expect((await world.as("other", "select topic from slots")).rows).toEqual([]);
});
