import { describe, expect, test } from "vitest";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();
const ADMIN = people.admin.id;
const SESSION = "a1b2c3d4-0000-4000-8000-00000000aaaa";
const OTHER_SESSION = "a1b2c3d4-0000-4000-8000-00000000bbbb";

/** The admin is a mentor too: both need the same steps. */
async function setUp(aal: string, factor?: "unverified" | "verified", isRequired = false) {
  await world.asOwner("insert into mentors (id, name, granted_by) values ($1, 'Mentor', 'tests')", [ADMIN]);
  await world.asOwner("update private.settings set admin_two_step_required = $1", [isRequired]);
  await world.asOwner(
    "insert into auth.sessions (id, user_id, method, aal) values ($1, $2, 'password', $3)",
    [SESSION, ADMIN, aal],
  );
  await world.asOwner(
    "insert into auth.sessions (id, user_id, method, aal) values ($1, $2, 'password', 'aal2')",
    [OTHER_SESSION, people.student.id],
  );
  if (factor)
    await world.asOwner(
      "insert into auth.factors (user_id, factor_type, status, secret) values ($1, 'totp', $2, 'encrypted')",
      [ADMIN, factor],
    );
}

async function askAs<T>(claims: object, question: string): Promise<T> {
  await world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
  const [row] = await world.asOwner<{ answer: T }>(`select ${question} as answer`);
  return row?.answer as T;
}

describe("an admin or a mentor", () => {
  test.each([
    ["without a second step", undefined, false, "aal1", "aal1", SESSION, true],
    ["who is adding an app", "unverified", false, "aal1", "aal1", SESSION, true],
    ["with a second step that is missing", "verified", false, "aal1", "aal1", SESSION, false],
    ["whose token is from before the second step", "verified", false, "aal2", "aal1", SESSION, false],
    ["whose token says more than the session", "verified", false, "aal1", "aal2", SESSION, false],
    ["who passed both steps", "verified", false, "aal2", "aal2", SESSION, true],
    ["with the session of somebody else", "verified", false, "aal2", "aal2", OTHER_SESSION, false],
    ["without a second step that is required", undefined, true, "aal1", "aal1", SESSION, false],
    ["who is adding an app that is required", "unverified", true, "aal1", "aal1", SESSION, false],
    [
      "who removed the required app, with a token from before",
      undefined,
      true,
      "aal1",
      "aal2",
      SESSION,
      false,
    ],
    ["who passed both required steps", "verified", true, "aal2", "aal2", SESSION, true],
    ["who signed in with a passkey, as is required", undefined, true, "aal2", "aal2", SESSION, true],
  ] as const)("%s", async (_who, factor, isRequired, sessionAal, aal, session_id, mayAct) => {
    await setUp(sessionAal, factor, isRequired);
    const claims = { sub: ADMIN, session_id, aal };
    expect(await askAs(claims, "private.is_admin()")).toBe(mayAct);
    expect(await askAs(claims, "private.is_mentor()")).toBe(mayAct);
    expect(await askAs(claims, "(select needs_two_step from check_mentor())")).toBe(!mayAct);
  });

  test("with a token without a level is at the first step", async () => {
    await setUp("aal2", "verified");
    expect(await askAs({ sub: ADMIN, session_id: SESSION }, "private.is_admin()")).toBe(false);
  });

  test("who may not act is refused by a function for admins", async () => {
    await setUp("aal1", undefined, true);
    expect(await world.refusal("admin", "select * from public.list_students()")).toEqual({
      code: "42501",
      message: "You are not authorized to access this page",
    });
    expect((await world.as("admin", "select * from public.profiles")).rowCount).toBe(1);
  });

  test.each([
    [undefined, false, false],
    [undefined, true, true],
    ["unverified", true, true],
    ["verified", true, false],
  ] as const)("with a factor %s and required %s: needs it is %s", async (factor, isRequired, expected) => {
    await setUp("aal1", factor, isRequired);
    expect(await askAs({ sub: ADMIN }, "private.needs_admin_two_step()")).toBe(expected);
    expect(await askAs({ sub: people.student.id }, "private.needs_admin_two_step()")).toBe(false);
  });
});

describe("a session is refused", () => {
  test.each([
    [undefined, "aal1", "aal1", undefined],
    ["unverified", "aal1", "aal1", undefined],
    ["verified", "aal1", "aal1", "MG002"],
    ["verified", "aal1", "aal2", "MG002"],
    ["verified", "aal2", "aal1", "MG002"],
    ["verified", "aal2", "aal2", undefined],
    ["verified", "aal1", null, undefined],
  ] as const)("with a factor %s, at %s, with a token at %s: %s", async (factor, session, token, code) => {
    await setUp(session, factor);
    const outcome = await world
      .asOwner("select private.require_session($1, $2, 0, $3)", [SESSION, ADMIN, token])
      .then(
        () => undefined,
        (error) => error.code,
      );
    expect(outcome).toBe(code);
  });
});

test.each([
  ["a student", false, ""],
  ["an admin", true, "insert into private.admins (user_id, granted_by) values ($1, 'tests')"],
  ["a mentor", true, "insert into mentors (id, name, granted_by) values ($1, 'Asha', 'tests')"],
  [
    "a former mentor",
    false,
    "insert into mentors (id, name, granted_by, revoked_at) values ($1, 'Asha', 'tests', now())",
  ],
])("%s with a passkey needs it to change the ways to sign in: %s", async (_who, needed, grant) => {
  const id = people.student.id;
  const isNeeded = async () =>
    (await world.asOwner("select private.needs_step_for_changes($1) as is_needed", [id]))[0];
  if (grant) await world.asOwner(grant, [id]);
  expect(await isNeeded()).toEqual({ is_needed: false });
  await world.asOwner(
    `insert into auth.passkeys (user_id, credential_id, public_key, algorithm, sign_count, friendly_name)
     values ($1, 'id', 'key', -8, 0, 'Phone')`,
    [id],
  );
  expect(await isNeeded()).toEqual({ is_needed: needed });
});
