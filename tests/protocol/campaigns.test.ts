import { randomUUID } from "node:crypto";
import { FunctionsHttpError } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createWorld, type Who, type World } from "../world/members.ts";
import { PASSWORD as ACCOUNT_PASSWORD, grantAdmin, revokeAdmin } from "../world/people.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { unsubscribeLink } from "../world/unsubscribe-link.ts";

const PASSWORD = "the second password";
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const NOBODY = "No users found for the selected plan.";

let world: World<RunningServer>;
beforeAll(async () => {
  const env = { SUPER_ADMIN_PASSWORD: PASSWORD, RATE_LIMITS: "on" };
  world = await createWorld(await startServer({ env }));
});
afterAll(() => world.server.stop());

const campaignRequest = (change: object = {}) => ({
  requestId: randomUUID(),
  level: "ug",
  exam: "cet",
  name: "Advanced",
  subject: "Round one",
  body: "First line\nSecond <line>",
  superAdminPassword: PASSWORD,
  ...change,
});

const invoke = (who: Who, name: string, body: object) =>
  world.people[who].client.functions.invoke(name, { body });
const send = (body: object, who: Who = "admin") => invoke(who, "send-campaign", body);

async function refusal(response: { error: unknown }): Promise<{ status: number; error: string }> {
  expect(response.error).toBeInstanceOf(FunctionsHttpError);
  const { context } = response.error as FunctionsHttpError;
  return { status: context.status, ...(await context.json()) };
}

const campaigns = () =>
  world.query(
    `select id, created_by, plan_level, plan_exam, plan_name, subject, body from public.campaigns order by created_at desc`,
  );

describe("through send-campaign", () => {
  test("an admin with the super-admin password creates a campaign for the holders of a plan", async () => {
    await world.query("update profiles set notify_email = false where id = $1", [world.people.other.id]);
    const { data, error } = await send(campaignRequest());
    await world.query("update profiles set notify_email = true where id = $1", [world.people.other.id]);
    expect(error).toBeNull();
    expect(data).toEqual({ campaignId: expect.any(String), recipients: 1, turnedOff: 1 });
    expect(await campaigns()).toMatchObject([
      {
        id: data.campaignId,
        created_by: world.people.admin.id,
        plan_level: "ug",
        plan_exam: "cet",
        plan_name: "Advanced",
        subject: "Round one",
        body: "First line\nSecond <line>",
      },
    ]);
    expect(
      await world.query(
        "select user_id, reason from campaign_recipients where campaign_id = $1 order by reason nulls first",
        [data.campaignId],
      ),
    ).toEqual([
      { user_id: world.people.planned.id, reason: null },
      { user_id: world.people.other.id, reason: "Turned off e-mail" },
    ]);
  });

  test("a campaign that names no plan is for everybody who has a plan", async () => {
    const { data } = await send(campaignRequest({ level: null, exam: null, name: null }));
    expect(data).toMatchObject({ recipients: 2, turnedOff: 0 });
    const { data: counted } = await world.people.admin.client.rpc("count_audience");
    expect(counted).toEqual([{ will_get: 2, turned_off: 0, no_profile: 0, bad_address: 0 }]);
  });

  test("attachments are stored byte for byte, with their real type", async () => {
    const attachments = [
      { filename: "ಪಟ್ಟಿ.png", contentType: "text/html", content: PNG },
      { filename: "two.png", contentType: "image/png", content: PNG },
    ];
    const { data } = await send(campaignRequest({ attachments }));
    const open = async (who: Who, position: number) => {
      const body = { campaign: data.campaignId, position };
      const { data: file, error } = await world.people[who].client.functions.invoke("open-attachment", {
        body,
      });
      return error ? error.context.status : Buffer.from(await file.arrayBuffer()).toString("base64");
    };
    expect(await open("admin", 2)).toBe(PNG);
    expect([await open("planned", 1), await open("formerAdmin", 1), await open("admin", 3)]).toEqual([
      403, 403, 404,
    ]);
    const kept = await world.query<{ content: Buffer }>(
      "select filename, content_type, content from private.campaign_attachments where campaign_id = $1 order by position",
      [data.campaignId],
    );
    expect(kept).toEqual(
      attachments.map(({ filename }) => ({
        filename,
        content_type: "image/png",
        content: Buffer.from(PNG, "base64"),
      })),
    );
  });

  test("the same request, sent twice at once and again later, creates one campaign", async () => {
    const before = (await campaigns()).length;
    const body = campaignRequest();
    const responses = [...(await Promise.all([send(body), send(body)])), await send(body)];
    expect(responses.map(({ error }) => error)).toEqual([null, null, null]);
    expect(new Set(responses.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await campaigns()).toHaveLength(before + 1);
  });

  test("attack: many campaigns of one admin at once leave connections for others to sign in", async () => {
    const { admin, student } = world.people;
    await world.query("update private.settings set mail_approval_above = 1000000");
    const elsewhere = new pg.Client({ connectionString: world.server.databaseUrl });
    await elsewhere.connect();
    // A campaign of this admin that is being created for many recipients.
    await elsewhere.query("select pg_advisory_lock(hashtext('campaigns of an admin'), hashtext($1))", [
      admin.id,
    ]);
    const answers = Array.from({ length: 20 }, () => send(campaignRequest()));
    const isWaiting = "select from pg_locks where locktype = 'advisory' and not granted";
    await vi.waitFor(async () => expect(await world.query(isWaiting)).not.toEqual([]), 20_000);
    const visitor = createVisitor(world.server);
    const signedIn = await visitor.auth.signInWithPassword({
      email: student.email,
      password: ACCOUNT_PASSWORD,
    });
    expect(signedIn.error).toBeNull();
    await elsewhere.end();
    const statuses = (await Promise.all(answers)).map(({ error }) => error?.context.status ?? 200);
    expect(statuses.sort()).toEqual([...Array(6).fill(200), ...Array(14).fill(503)]);
    await world.query("update private.settings set mail_approval_above = 0");
  });

  test("the same request with another mail is refused", async () => {
    const body = campaignRequest();
    await send(body);
    expect(await refusal(await send({ ...body, subject: "Round two" }))).toEqual({
      status: 400,
      error: "This request has already created another campaign.",
    });
  });

  test.each([
    ["no request id", { requestId: undefined }, 400, '"requestId" is missing or wrong.'],
    ["a plan without an exam", { exam: null }, 400, '"level" is missing or wrong.'],
    ["no subject", { subject: " " }, 400, "Subject and body are required."],
    ["no body", { body: "" }, 400, "Subject and body are required."],
    ["a plan that nobody has", { name: "Medium" }, 400, NOBODY],
    ["a plan that does not exist", { level: "x" }, 400, NOBODY],
    [
      "an attachment whose contents do not match its type",
      { attachments: [{ filename: "a.png", contentType: "image/png", content: "PHNjcmlwdD4=" }] },
      415,
      "a.png is not a PDF, JPEG, PNG or GIF file.",
    ],
    ["a wrong password", { superAdminPassword: "wrong" }, 403, "Incorrect super-admin password."],
    ["no password", { superAdminPassword: undefined }, 403, "Incorrect super-admin password."],
  ])("%s is refused and creates no campaign", async (_what, change, status, error) => {
    const before = await campaigns();
    expect(await refusal(await send(campaignRequest(change)))).toEqual({ status, error });
    expect(await campaigns()).toEqual(before);
  });

  test.each(["send-campaign", "preview-email"])(
    "%s refuses everybody but admins, before a large body is read",
    async (name) => {
      for (const who of ["student", "planned", "formerAdmin"] as const)
        expect(await refusal(await invoke(who, name, campaignRequest()))).toEqual({
          status: 403,
          error: "You are not authorized to access this page",
        });
      const response = await fetch(`${world.server.url}/functions/v1/${name}`, {
        method: "POST",
        headers: {
          apikey: world.server.publishableKey,
          authorization: `Bearer ${world.people.student.token}`,
          "content-type": "application/json",
        },
        body: "x".repeat(1_000_000),
      });
      expect(response.status).toBe(403);
    },
  );

  test("wrong super-admin passwords are counted together with those of send-emails", async () => {
    const { id } = world.people.other;
    await grantAdmin(world.server, id);
    const superAdminPassword = "a guess";
    const mail = { to: "asha@example.org", subject: "Round one", html: "Hello", superAdminPassword };
    const guesses = Array.from({ length: 4 }, () => [
      send(campaignRequest({ superAdminPassword }), "other"),
      invoke("other", "send-emails", mail),
    ]).flat();
    const responses = await Promise.all((await Promise.all(guesses)).map(refusal));
    expect(responses.map(({ status }) => status).sort()).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
    expect(await refusal(await send(campaignRequest(), "other"))).toMatchObject({ status: 429 });
    await revokeAdmin(world.server, id);
  });
});

describe("preview-email", () => {
  test("shows exactly the mail that is sent, but with an inactive link", async () => {
    const { id, email } = world.people.planned;
    const mail = { subject: `Round ${randomUUID()}`, body: "First line\nSecond <line>" };
    const { data, error } = await invoke("admin", "preview-email", mail);
    expect(error).toBeNull();
    await send(campaignRequest(mail));
    const sent = await waitForMail(world.server, email, { subject: mail.subject });
    const link = await unsubscribeLink(world.server, id);
    expect(sent.html?.trimEnd()).toBe(data.html.trimEnd().replace('href="#"', `href="${link}"`));
    expect(sent.text).toContain(link);
    const header = (name: string) => sent.headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe")).toBe(`<${link}>`);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  });

  test.each([
    ["plain text", "First line\nSecond <line>", "First line<br>\nSecond &lt;line&gt;"],
    ["HTML", "<p>Dear <b>Asha</b></p>", "<p>Dear <b>Asha</b></p>"],
  ])("shows %s in our template, with a link to turn off these mails", async (_what, body, seen) => {
    const { data, error } = await invoke("admin", "preview-email", { subject: "Round <one>", body });
    expect(error).toBeNull();
    expect(data.html).toContain(seen);
    expect(data.html).toContain("Round &lt;one&gt;</h1>");
    expect(data.html).toMatch(/<a href="#"[^>]*>Turn off these mails<\/a>/);
  });

  test("shows a whole page unchanged, with the link at its end", async () => {
    const body = "<!doctype html><html><body><h1>Ours</h1></body></html>";
    const { data } = await invoke("admin", "preview-email", { subject: "Round one", body });
    expect(data.html).toMatch(
      /^<!doctype html><html><body><h1>Ours<\/h1>\s*<p[^>]*>.*<a href="#"[^>]*>Turn off these mails<\/a><\/p><\/body><\/html>$/,
    );
  });
});
