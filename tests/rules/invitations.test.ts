import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { people, type Who } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

const NO_INVITATION = refusedWith(
  "This invitation does not work: it was used, withdrawn or replaced, has expired, or is for another address.",
);
const hash = (token: string) => createHash("sha256").update(token).digest();

/** Invites as the server does for this person. */
async function invite(email: string, role: string, token: string, by: Who = "admin"): Promise<void> {
  const claims = JSON.stringify(people[by].claims);
  await world.asOwner("select set_config('request.jwt.claims', $1, true)", [claims]);
  await world.asOwner("select private.invite_colleague($1, $2, $3)", [email, role, hash(token)]);
  await world.asOwner("select set_config('request.jwt.claims', '', true)");
}

const accept = (who: Who, token: string) => world.as(who, "select accept_invitation($1) as role", [token]);
const refusal = (who: Who, token: string) => world.refusal(who, "select accept_invitation($1)", [token]);
const rightsOf = async (who: Who) =>
  (await world.as<{ rights: string[] }>(who, "select rights from check_rights()")).rows[0]?.rights;
const recorded = () =>
  world.asOwner(
    "select actor_email, action, subject, details ->> 'role' as role from audit_log order by id desc limit 1",
  );

describe("an invitation", () => {
  test.each([
    ["accounts", ["see students", "take payments"]],
    ["viewer", ["see students"]],
    ["mentor", ["hold calls"]],
    ["admin", ["administer", "hold calls", "see students", "take payments"]],
  ] as const)("as %s gives an account that exists the rights of the role", async (role, rights) => {
    await invite("student@example.org", role, "t");
    expect(await recorded()).toEqual([
      { actor_email: "admin@example.org", action: "colleague invited", subject: "student@example.org", role },
    ]);
    expect(await rightsOf("student")).toEqual([]);
    expect((await accept("student", "t")).rows).toEqual([{ role }]);
    expect((await rightsOf("student"))?.sort()).toEqual(rights);
    const [entry] = await recorded();
    expect(entry).toMatchObject({
      actor_email: "student@example.org",
      action: expect.stringMatching(/granted$/),
    });
  });

  test.each([
    ["accounts", "admin"],
    ["admin", "viewer"],
    ["mentor", "admin"],
    ["admin", "mentor"],
  ])("as %s and one as %s leave no role after the rights of an admin", async (first, second) => {
    await invite("student@example.org", first, "first");
    await accept("student", "first");
    await invite("student@example.org", second, "second");
    await accept("student", "second");
    await world.asOwner("delete from private.admins where user_id = $1", [people.student.id]);
    expect(await rightsOf("student")).toEqual([]);
  });

  test("says to the reader of the mail what it is, and whether they are logged in with the right address", async () => {
    await invite("student@example.org", "accounts", "t");
    const read = async (who: Who) =>
      (await world.as(who, "select email, role, inviter_email, is_for_caller from read_invitation('t')"))
        .rows;
    const invitation = { email: "student@example.org", role: "accounts", inviter_email: "admin@example.org" };
    expect(await read("student")).toEqual([{ ...invitation, is_for_caller: true }]);
    expect(await read("other")).toEqual([{ ...invitation, is_for_caller: false }]);
    expect((await world.as("student", "select * from read_invitation('guess')")).rows).toEqual([]);
  });

  test("works once", async () => {
    await invite("student@example.org", "viewer", "t");
    await accept("student", "t");
    await world.as("admin", "select remove_colleague($1)", [people.student.id]);
    expect(await refusal("student", "t")).toEqual(NO_INVITATION);
  });

  test("is nothing to somebody who has another mailbox, guesses the token, or knows only its hash", async () => {
    await invite("student@example.org", "admin", "t");
    expect(await refusal("other", "t")).toEqual(NO_INVITATION);
    expect(await refusal("formerAdmin", "t")).toEqual(NO_INVITATION);
    for (const guess of ["", "T", hash("t").toString("hex")])
      expect(await refusal("student", guess)).toEqual(NO_INVITATION);
    expect(await refusal("visitor", "t")).toMatchObject({ code: "42501" });
    expect(await refusal("secretKey", "t")).toEqual(NO_INVITATION);
  });

  test("is nothing to an account that has asked for the address and not proved it", async () => {
    await invite("new@example.org", "admin", "t");
    await world.asOwner("update auth.users set new_email = 'new@example.org' where id = $1", [
      people.other.id,
    ]);
    expect(await refusal("other", "t")).toEqual(NO_INVITATION);
  });

  test("expires", async () => {
    await invite("student@example.org", "viewer", "t");
    await world.asOwner("update private.invitations set expires_at = now() - interval '1 second'");
    expect(await refusal("student", "t")).toEqual(NO_INVITATION);
    expect((await world.as("student", "select * from read_invitation('t')")).rows).toEqual([]);
  });

  test("can be withdrawn, on record", async () => {
    await invite("student@example.org", "viewer", "t");
    const [listed] = (await world.as<{ id: string }>("admin", "select id from list_invitations()")).rows;
    await world.as("admin", "select withdraw_invitation($1)", [listed?.id]);
    expect(await recorded()).toMatchObject([
      { action: "invitation withdrawn", subject: "student@example.org" },
    ]);
    expect(await refusal("student", "t")).toEqual(NO_INVITATION);
    expect(await world.refusal("admin", "select withdraw_invitation($1)", [listed?.id])).toEqual(
      refusedWith("This invitation was accepted or withdrawn already."),
    );
  });

  test("replaces the earlier one of the address", async () => {
    await invite("student@example.org", "admin", "first");
    await invite("student@example.org", "viewer", "second");
    expect(await refusal("student", "first")).toEqual(NO_INVITATION);
    expect((await accept("student", "second")).rows).toEqual([{ role: "viewer" }]);
  });

  test("of an admin ends with their rights", async () => {
    await invite("student@example.org", "admin", "t");
    await world.asOwner("delete from private.admins where user_id = $1", [people.admin.id]);
    expect(await refusal("student", "t")).toEqual(NO_INVITATION);
    await world.asOwner("insert into private.admins (user_id, granted_by) values ($1, 'tests')", [
      people.admin.id,
    ]);
    expect(await refusal("student", "t")).toEqual(NO_INVITATION);
  });

  test("of a banned admin does not work", async () => {
    await invite("student@example.org", "mentor", "t");
    await world.asOwner("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      people.admin.id,
    ]);
    expect(await refusal("student", "t")).toEqual(NO_INVITATION);
  });

  test.each([
    ["accounts", "select remove_colleague($1)"],
    ["mentor", "select revoke_mentor($1)"],
  ])("to another role ends when somebody loses the role of %s", async (role, removal) => {
    await invite("student@example.org", role, "first");
    await accept("student", "first");
    await invite("student@example.org", "admin", "second");
    await world.as("admin", removal, [people.student.id]);
    expect(await refusal("student", "second")).toEqual(NO_INVITATION);
    expect(await rightsOf("student")).toEqual([]);
  });

  test("to a former admin ends with their rights", async () => {
    await world.asOwner("insert into private.admins (user_id, granted_by) values ($1, 'tests')", [
      people.student.id,
    ]);
    await invite("student@example.org", "mentor", "t");
    await world.asOwner("delete from private.admins where user_id = $1", [people.student.id]);
    expect(await refusal("student", "t")).toEqual(NO_INVITATION);
  });

  test("cannot be made by a former admin", async () => {
    await expect(invite("a@example.org", "viewer", "t", "formerAdmin")).rejects.toThrow("not authorized");
  });

  test("is refused for a role that they have", async () => {
    await expect(invite("admin@example.org", "admin", "t")).rejects.toThrow("They have this role already.");
  });

  test("changes the role of a colleague", async () => {
    await invite("student@example.org", "viewer", "t");
    await accept("student", "t");
    await invite("student@example.org", "accounts", "u");
    await accept("student", "u");
    expect((await rightsOf("student"))?.sort()).toEqual(["see students", "take payments"]);
  });
});

describe("the last admin", () => {
  const remove = (id: string) => world.asOwner("select private.remove_admin($1)", [id]);
  const actAsAdmin = () =>
    world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(people.admin.claims)]);

  test("cannot be removed", async () => {
    await actAsAdmin();
    await expect(remove(people.admin.id)).rejects.toThrow("The last admin cannot be removed.");
  });

  test("can leave when there is another whose account is not banned", async () => {
    await world.asOwner("insert into private.admins (user_id, granted_by) values ($1, 'tests')", [
      people.other.id,
    ]);
    await world.asOwner("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      people.other.id,
    ]);
    await actAsAdmin();
    await world.asOwner("savepoint tried");
    await expect(remove(people.admin.id)).rejects.toThrow("The last admin cannot be removed.");
    await world.asOwner("rollback to savepoint tried");
    await world.asOwner("update auth.users set banned_until = null where id = $1", [people.other.id]);
    await remove(people.admin.id);
    expect(await rightsOf("admin")).toEqual([]);
  });
});
