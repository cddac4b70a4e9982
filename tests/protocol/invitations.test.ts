import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createWorld, type Who, type World } from "../world/members.ts";
import { PASSWORD } from "../world/people.ts";
import { type RunningServer, startServer } from "../world/server.ts";

const SUPER = "the second password";

let world: World<RunningServer>;
beforeAll(async () => {
  world = await createWorld(await startServer({ env: { SUPER_ADMIN_PASSWORD: SUPER } }));
});
afterAll(() => world.server.stop());

const invoke = async (who: Who, name: string, body: object) => {
  const { data, error } = await world.people[who].client.functions.invoke(name, { body });
  if (!error) return { status: 200, ...data };
  return { status: error.context.status, ...(await error.context.json()) };
};
const invite = (who: Who, email: string, role: string, superAdminPassword = "") =>
  invoke(who, "invite-colleague", { email, role, superAdminPassword });

describe("an invitation by mail", () => {
  test("is sent for an admin, and its link gives the role to the account of the address", async () => {
    const { student } = world.people;
    expect(await invite("admin", ` ${student.email.toUpperCase()} `, "accounts", SUPER)).toMatchObject({
      status: 200,
    });
    const mail = await waitForMail(world.server, student.email, {
      subject: "You are invited to work on Maarga",
    });
    const token = /\/join\?token=([\w-]{32})/.exec(mail.text ?? "")?.[1];
    expect(token).toBeDefined();
    expect((await world.people.other.client.rpc("accept_invitation", { token })).error?.message).toMatch(
      /^This invitation does not work/,
    );
    expect((await student.client.rpc("accept_invitation", { token })).data).toBe("accounts");
    expect((await student.client.rpc("list_orders")).error).toBeNull();
    expect((await student.client.rpc("list_campaigns")).error?.code).toBe("42501");
    const signedIn = await createVisitor(world.server).auth.signInWithPassword({
      email: student.email,
      password: PASSWORD,
    });
    expect(signedIn.data.user?.app_metadata.maarga_role).toBe("accounts");
    expect(await invite("student", "a@example.org", "viewer")).toMatchObject({ status: 403 });
  });

  test.each([
    ["a student", "planned", "a@example.org", "viewer", 403],
    ["a former admin", "formerAdmin", "a@example.org", "viewer", 403],
    ["an admin with a role that does not exist", "admin", "a@example.org", "owner", 400],
    ["an admin with what is no address", "admin", "a@b\r\nBcc: c@example.org", "viewer", 400],
    [
      "an admin who invites a viewer without the super-admin password",
      "admin",
      "a@example.org",
      "viewer",
      403,
    ],
    ["an admin who makes an admin without the super-admin password", "admin", "a@example.org", "admin", 403],
  ] as const)("is refused to %s", async (_name, who, email, role, status) => {
    expect(await invite(who, email, role)).toMatchObject({ status });
    expect(await world.query("select from private.invitations where email = $1", [email])).toEqual([]);
  });

  test("as an admin needs the super-admin password, and so does the end of an admin", async () => {
    const { other, admin } = world.people;
    expect(await invite("admin", other.email, "admin", SUPER)).toMatchObject({ status: 200 });
    const mail = await waitForMail(world.server, other.email, {
      subject: "You are invited to work on Maarga",
    });
    const token = /token=([\w-]+)/.exec(mail.text ?? "")?.[1];
    expect((await other.client.rpc("accept_invitation", { token })).data).toBe("admin");
    const removal = { userId: other.id, superAdminPassword: "wrong" };
    expect(await invoke("admin", "remove-admin", removal)).toEqual({
      status: 403,
      error: "Incorrect super-admin password.",
    });
    expect(await invoke("admin", "remove-admin", { ...removal, superAdminPassword: SUPER })).toEqual({
      status: 200,
    });
    await world.query("delete from private.admins where user_id <> $1", [admin.id]);
    expect(await invoke("admin", "remove-admin", { userId: admin.id, superAdminPassword: SUPER })).toEqual({
      status: 400,
      error: "The last admin cannot be removed.",
    });
  });
});
