import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createWorld, readSecrets, type World } from "../world/members.ts";
import { type RunningServer, startServer } from "../world/server.ts";

const PASSWORD = "the second password";

let world: World<RunningServer>;
beforeAll(async () => {
  const env = { SUPER_ADMIN_PASSWORD: PASSWORD, RATE_LIMITS: "on" };
  world = await createWorld(await startServer({ env }));
});
afterAll(() => world.server.stop());

/** Mails live for years: what proved a link once has to go on proving it. */
async function proofOf(id: string): Promise<string> {
  const { internalKey } = await readSecrets(world.server);
  return createHmac("sha256", internalKey)
    .update(JSON.stringify(["unsubscribe", id]))
    .digest("base64url");
}
const linkOf = async (id: string) => linkWith(`${id}.${await proofOf(id)}`);
const linkWith = (token: string) => `${world.server.url}/unsubscribe/v1?token=${token}`;

describe("unsubscribe", () => {
  const wants = async () =>
    (await world.query("select notify_email from profiles where id = $1", [world.people.planned.id]))[0]
      ?.notify_email;
  beforeEach(() =>
    world.query("update profiles set notify_email = true, notify_sms = true where id = $1", [
      world.people.planned.id,
    ]),
  );

  test("opening the link changes nothing, and shows a page with one button and no script", async () => {
    const answer = await fetch(await linkOf(world.people.planned.id));
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('<form method="post"><button>Turn off e-mail</button></form>');
    expect(html).not.toContain("<script");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(await wants()).toBe(true);
  });

  test.each([
    ["a mail program", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [
      "another mail program",
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ["the page's button", "application/x-www-form-urlencoded", ""],
    ["a program that sends something broken", "application/json", "{"],
  ])("%s turns mail off with one POST, also twice, and without a login", async (_who, type, body) => {
    const link = await linkOf(world.people.planned.id);
    for (const time of [1, 2]) {
      const answer = await fetch(link, { method: "POST", headers: { "content-type": type }, body });
      expect(answer.status).toBe(200);
      const html = await answer.text();
      expect(html).toContain("E-mail is turned off");
      expect(html).toContain('href="/notifications"');
      expect(await wants()).toBe(false);
    }
    const { data } = await world.people.admin.client.rpc("count_audience");
    expect(data).toEqual([{ will_get: 1, turned_off: 1 }]);
    // Whoever wants messages on the phone still does.
    const [profile] = await world.query("select notify_sms from profiles where id = $1", [
      world.people.planned.id,
    ]);
    expect(profile).toEqual({ notify_sms: true });
  });

  test("mail stays off when a plan is assigned later", async () => {
    const { id } = world.people.planned;
    await fetch(await linkOf(id), { method: "POST" });
    const plan = { student: id, level: "ug", exam: "neet", name: "Basic" };
    const { error } = await world.people.admin.client.rpc("assign_plan", plan);
    expect(error).toBeNull();
    expect(await wants()).toBe(false);
  });

  test("where it does not work, nobody is told that it did", async () => {
    const link = await linkOf(world.people.planned.id);
    await world.query("alter function private.turn_off_email(uuid) rename to turn_nothing_off");
    try {
      const answer = await fetch(link, { method: "POST" });
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
      expect(await answer.text()).toContain("That did not work just now");
    } finally {
      await world.query("alter function private.turn_nothing_off(uuid) rename to turn_off_email");
    }
  });

  test("more than a mail program sends is refused with a kind page", async () => {
    const answer = await fetch(await linkOf(world.people.planned.id), {
      method: "POST",
      body: "x".repeat(5000),
    });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain("This link does not work");
    expect(await wants()).toBe(true);
  });

  test("a right link of somebody who is gone looks the same", async () => {
    const link = await linkOf(randomUUID());
    const done = await fetch(link, { method: "POST" });
    expect([done.status, (await fetch(link)).status]).toEqual([200, 200]);
    expect(await done.text()).toContain("E-mail is turned off");
  });

  test.each([
    ["no token", () => ""],
    ["no proof", () => world.people.planned.id],
    [
      "another student's proof",
      async () => `${world.people.planned.id}.${await proofOf(world.people.other.id)}`,
    ],
    [
      "a proof with a letter changed",
      async () =>
        `${world.people.planned.id}.${(await proofOf(world.people.planned.id)).replace(/^./, (letter) => (letter === "x" ? "y" : "x"))}`,
    ],
    ["a token of something else", () => world.people.planned.token],
  ])("%s is refused with a kind page, and changes nothing", async (_what, token) => {
    const link = linkWith(await token());
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(link, { method });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("This link does not work");
    }
    expect(await wants()).toBe(true);
  });
});
