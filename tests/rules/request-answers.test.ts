import { describe, expect, test } from "vitest";
import { people, type Who } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();
const HASH = Buffer.alloc(32, 1);
const OTHER_HASH = Buffer.alloc(32, 2);

const CLAIM = "select private.claim_request($1, $2) as answer";
const KEEP = "select private.keep_answer($1, $2)";
const claim = async (who: Who, key: string, hash = HASH) =>
  (await world.as<{ answer: string | null }>(who, CLAIM, [key, hash])).rows[0]?.answer;
const keep = (who: Who, key: string, answer: string) => world.as(who, KEEP, [key, answer]);
const makeOlder = (age: string) =>
  world.asOwner("update private.request_answers set created_at = created_at - $1::interval", [age]);
const keysOf = async (who: "student" | "planned") =>
  (
    await world.asOwner<{ key: string }>("select key from private.request_answers where user_id = $1", [
      people[who].id,
    ])
  ).map(({ key }) => key);
const addOld = (count: number) =>
  world.asOwner(
    `insert into private.request_answers (user_id, key, request, rights, answer, created_at)
     select $1, 'old ' || n, $2, '', 'old', now() - make_interval(mins => n) from generate_series(1, $3) n`,
    [people.student.id, HASH, count],
  );

describe("the key of a request", () => {
  test("has the first answer for 24 hours", async () => {
    expect(await claim("student", "a")).toBeNull();
    await keep("student", "a", "the answer");
    await makeOlder("23 hours 59 minutes");
    expect(await claim("student", "a")).toBe("the answer");
    await makeOlder("2 minutes");
    expect(await claim("student", "a")).toBeNull();
  });

  test("is refused with another request", async () => {
    await claim("student", "a");
    expect(await world.refusal("student", CLAIM, ["a", OTHER_HASH])).toEqual({
      code: "PT422",
      message: "This Idempotency-Key was used for another request.",
    });
  });

  test("of an admin is refused when the rights are gone, and the other way round", async () => {
    const setAdmin = (sql: string) => world.asOwner(sql, [people.student.id]);
    const grant = () => setAdmin("insert into private.admins (user_id, granted_by) values ($1, 'tests')");
    const changed = { code: "PT403", message: "Your rights have changed since this request was first sent." };
    await claim("student", "before");
    await keep("student", "before", "of a student");
    await grant();
    expect(await claim("student", "a")).toBeNull();
    await keep("student", "a", "of an admin");
    expect(await claim("student", "a")).toBe("of an admin");
    expect(await world.refusal("student", CLAIM, ["before", HASH])).toMatchObject(changed);
    await setAdmin("delete from private.admins where user_id = $1");
    expect(await world.refusal("student", CLAIM, ["a", HASH])).toMatchObject(changed);
    await makeOlder("25 hours");
    expect(await claim("student", "a")).toBeNull();
  });

  test("belongs to its user", async () => {
    await claim("student", "a");
    await keep("student", "a", "mine");
    expect(await claim("planned", "a")).toBeNull();
    await keep("planned", "a", "theirs");
    expect(await claim("student", "a")).toBe("mine");
  });

  test("cannot be used by a visitor or with the secret key", async () => {
    for (const who of ["visitor", "secretKey"] as const)
      expect(await world.refusal(who, CLAIM, ["a", HASH])).toMatchObject({ code: "42501" });
  });
});

test("attack: a flood of keys keeps 100 answers of that user, and none of anybody else is lost", async () => {
  await claim("planned", "a");
  await addOld(150);
  await claim("student", "new");
  expect(await keysOf("student")).toHaveLength(100);
  expect(await keysOf("student")).toEqual(expect.arrayContaining(["new", "old 1", "old 99"]));
  expect(await keysOf("planned")).toEqual(["a"]);
});

test("a repeated request removes no answer, not even the oldest one", async () => {
  await addOld(100);
  expect(await claim("student", "old 100")).toBe("old");
  expect(await keysOf("student")).toHaveLength(100);
});

test("an answer of more than 16 kB is refused", async () => {
  await claim("student", "a");
  await keep("student", "a", "x".repeat(16_384));
  expect(await world.refusal("student", KEEP, ["a", "x".repeat(16_385)])).toMatchObject({ code: "PT413" });
});

test("answers are deleted after 24 hours", async () => {
  await claim("student", "old");
  await makeOlder("25 hours");
  await claim("student", "new");
  await world.asOwner("select private.delete_old_answers()");
  expect(await keysOf("student")).toEqual(["new"]);
});
