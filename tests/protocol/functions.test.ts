import { randomUUID } from "node:crypto";
import { FunctionsHttpError } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { holdBody } from "../world/held-request.ts";
import { hostilePdfs } from "../world/hostile-pdfs.ts";
import { type Mail, mailsTo } from "../world/mailbox.ts";
import { createWorld, signToken, type Who, type World } from "../world/members.ts";
import { grantAdmin, revokeAdmin } from "../world/people.ts";
import { type RunningServer, startServer } from "../world/server.ts";

const PASSWORD = "the second password";
const MESSAGE = {
  to: "asha@example.org",
  subject: "Round one",
  html: "First line\nSecond <line>",
  superAdminPassword: PASSWORD,
};
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const SCRIPT_PDF = hostilePdfs[0]?.[1].toString("base64");

let world: World<RunningServer>;
beforeAll(async () => {
  world = await createWorld(
    await startServer({ env: { SUPER_ADMIN_PASSWORD: PASSWORD, RATE_LIMITS: "on" } }),
  );
});
afterAll(() => world.server.stop());

const send = (who: Who, body: object) => world.people[who].client.functions.invoke("send-emails", { body });

async function refusal(response: { error: unknown }): Promise<{ status: number; body: unknown }> {
  expect(response.error).toBeInstanceOf(FunctionsHttpError);
  const { context } = response.error as FunctionsHttpError;
  return { status: context.status, body: await context.json() };
}

const post = (name: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(`${world.server.url}/functions/v1/${name}`, {
    method: "POST",
    headers: { apikey: world.server.publishableKey, ...headers },
    ...(body !== undefined && { body }),
  });

/** Returns the newest mail that a test sent: the server itself writes to the admins. */
async function newestMail(): Promise<Mail> {
  return (await mailsTo(world.server, MESSAGE.to)).at(-1) as Mail;
}

describe("through check-admin", () => {
  test.each([
    ["student", false],
    ["planned", false],
    ["formerAdmin", false],
    ["admin", true],
  ] as const)("a %s learns that isAdmin is %s", async (who, isAdmin) => {
    const { data, error } = await world.people[who].client.functions.invoke("check-admin");
    expect(error).toBeNull();
    expect(data).toEqual({ isAdmin });
  });

  test("revoked admin rights take effect with the next request", async () => {
    const { id, client } = world.people.other;
    const checkAdmin = async () => (await client.functions.invoke("check-admin")).data;
    await grantAdmin(world.server, id);
    expect(await checkAdmin()).toEqual({ isAdmin: true });
    await revokeAdmin(world.server, id);
    expect(await checkAdmin()).toEqual({ isAdmin: false });
  });

  test("a claim in a token gives no admin rights", async () => {
    const token = await signToken(world.server, {
      ...decodeJwt(world.people.student.token),
      app_metadata: { admin: true, role: "admin" },
    });
    const response = await post("check-admin", { authorization: `Bearer ${token}` });
    expect(await response.json()).toEqual({ isAdmin: false });
  });

  test("the secret key belongs to no person, so it is not an admin", async () => {
    const key = world.server.secretKey;
    const response = await post("check-admin", { apikey: key, authorization: `Bearer ${key}` });
    expect(await response.json()).toEqual({ isAdmin: false });
  });

  test.each([
    ["a request without a token", {}, { code: 401, message: "Missing authorization header" }],
    ["a broken token", { authorization: "Bearer x.y.z" }, { code: 401, message: "Invalid JWT" }],
  ])("%s is refused", async (_who, headers, body) => {
    const response = await post("check-admin", headers as Record<string, string>);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual(body);
  });
});

test("a function that does not exist is not found", async () => {
  const response = await post("make-me-admin");
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ code: "NOT_FOUND", message: "Requested function was not found" });
});

describe("through send-emails", () => {
  test("an admin with the super-admin password sends a mail in our template", async () => {
    const { data, error } = await send("admin", MESSAGE);
    expect(error).toBeNull();
    expect(data).toEqual({ message: "Email sent" });
    const mail = await newestMail();
    expect(mail).toMatchObject({ subject: "Round one", to: [{ address: "asha@example.org" }] });
    expect(mail.html).toContain("First line<br>\nSecond &lt;line&gt;");
    expect(mail.html).toContain("max-width:600px");
    expect(mail.html).toContain(`&copy; ${new Date().getFullYear()} Maarga`);
    expect(mail.text).toContain("First line\nSecond <line>");
  });

  test("HTML is sent with a plain-text alternative", async () => {
    await send("admin", {
      ...MESSAGE,
      html: '<p>Dear <b>Asha</b>,</p><p>see <a href="https://kea.kar.nic.in">KEA</a></p>',
    });
    const mail = await newestMail();
    expect(mail.html).toContain("<p>Dear <b>Asha</b>,</p>");
    expect(mail.text).toContain("Dear Asha,\n\nsee KEA (https://kea.kar.nic.in)");
  });

  test("a whole page is sent unchanged", async () => {
    const html = "<!doctype html><html><body><p>Mine</p></body></html>";
    await send("admin", { ...MESSAGE, html });
    expect((await newestMail()).html?.trim()).toBe(html);
  });

  test("attachments arrive byte for byte", async () => {
    const { error } = await send("admin", {
      ...MESSAGE,
      attachments: [{ filename: "ಪಟ್ಟಿ.png", contentType: "image/png", content: PNG }],
    });
    expect(error).toBeNull();
    const [attachment] = (await newestMail()).attachments;
    expect(attachment).toMatchObject({ filename: "ಪಟ್ಟಿ.png", mimeType: "image/png" });
    expect(Buffer.from(attachment?.content as ArrayBuffer).toString("base64")).toBe(PNG);
  });

  test("a subject with line breaks cannot add a header", async () => {
    await send("admin", { ...MESSAGE, subject: "Hello\r\nBcc: everybody@example.org" });
    const mail = await newestMail();
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(mail.subject).toContain("Bcc: everybody@example.org");
  });

  test.each([
    ["no subject", { subject: " " }, 400, "Subject and body are required."],
    ["no body", { html: "" }, 400, "Subject and body are required."],
    ["no address", { to: "asha" }, 400, '"to" is missing or wrong.'],
    ["two addresses", { to: "a@example.org, b@example.org" }, 400, '"to" is missing or wrong.'],
    [
      "a header in the address",
      { to: "a@example.org\r\nBcc: b@example.org" },
      400,
      '"to" is missing or wrong.',
    ],
    [
      "an attachment whose contents do not match its type",
      { attachments: [{ filename: "a.png", contentType: "image/png", content: "PHNjcmlwdD4=" }] },
      415,
      "a.png is not a PDF, JPEG, PNG or GIF file.",
    ],
    [
      "an attachment of a type that mails may not carry",
      { attachments: [{ filename: "a.pdf", contentType: "application/pdf", content: "TVqQAAMAAAA=" }] }, // a program
      415,
      "a.pdf is not a PDF, JPEG, PNG or GIF file.",
    ],
    [
      "an attachment whose name makes it a page",
      { attachments: [{ filename: "a.html", contentType: "image/png", content: PNG }] },
      415,
      "a.html is a .png file. Please give it that ending.",
    ],
    [
      "an attachment that contains a script",
      { attachments: [{ filename: "a.pdf", contentType: "application/pdf", content: SCRIPT_PDF }] },
      422,
      "a.pdf: This PDF contains a script. Please open it, choose Print, then “Save as PDF”, and upload the new PDF, or photograph the pages.",
    ],
    ["a subject with NUL", { subject: "One\0" }, 400, '"subject" is missing or wrong.'],
    ["a subject with half a surrogate pair", { subject: "One\ud83d" }, 400, '"subject" is missing or wrong.'],
    ["a text with NUL", { html: "One\0" }, 400, '"html" is missing or wrong.'],
    [
      "a file name with NUL",
      { attachments: [{ filename: "a\0.png", contentType: "image/png", content: PNG }] },
      400,
      '"attachments.0.filename" is missing or wrong.',
    ],
    ["a wrong password", { superAdminPassword: "wrong" }, 403, "Incorrect super-admin password."],
    ["no password", { superAdminPassword: undefined }, 403, "Incorrect super-admin password."],
  ])("%s is refused", async (_what, change, status, error) => {
    expect(await refusal(await send("admin", { ...MESSAGE, ...change }))).toEqual({
      status,
      body: { error },
    });
  });

  test.each([["student"], ["planned"], ["formerAdmin"]] as const)(
    "a %s cannot send, even with the right password",
    async (who) => {
      expect(await refusal(await send(who, MESSAGE))).toEqual({
        status: 403,
        body: { error: "You are not authorized to access this page" },
      });
    },
  );

  test("a student is refused before a large body is read", async () => {
    const token = world.people.student.token;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    expect((await post("send-emails", headers, "x".repeat(1_000_000))).status).toBe(403);
  });

  test.each([
    ["send-emails", { ...MESSAGE, to: "nobody@example.org" }],
    ["send-campaign", { ...MESSAGE, body: "Hello", requestId: randomUUID() }],
  ])("%s sends nothing for an admin whose rights are revoked during the request", async (name, body) => {
    const { id, client } = world.people.expired;
    await grantAdmin(world.server, id);
    const elsewhere = new pg.Client({ connectionString: world.server.databaseUrl });
    await elsewhere.connect();
    onTestFinished(() => elsewhere.end());
    // The request waits for this lock after it has been admitted and read.
    await elsewhere.query("begin; lock private.super_admin_password");
    const response = client.functions.invoke(name, { body });
    await vi.waitFor(
      async () =>
        expect(
          await world.query(
            "select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
          ),
        ).toHaveLength(1),
      20_000,
    );
    await revokeAdmin(world.server, id);
    await elsewhere.query("commit");
    expect(await refusal(await response)).toEqual({
      status: 403,
      body: { error: "You are not authorized to access this page" },
    });
    expect(await world.query("select from audit_log where subject = 'nobody@example.org'")).toEqual([]);
    expect(await mailsTo(world.server, "nobody@example.org")).toEqual([]);
  });

  test("preview-email shows nothing to an admin whose rights are revoked while they send a slow body", async () => {
    const { id, client, token } = world.people.expired;
    await grantAdmin(world.server, id);
    const headers = { authorization: `Bearer ${token}` };
    const body = { subject: "One", body: "Two" };
    const held = await holdBody(world.server, "/preview-email", body, headers, "functions");
    // Answered after the request above was admitted.
    expect((await client.functions.invoke("check-admin")).data).toEqual({ isAdmin: true });
    await revokeAdmin(world.server, id);
    expect(await held.finish()).toEqual({
      status: 403,
      body: JSON.stringify({ error: "You are not authorized to access this page" }),
    });
  });

  test("guesses of the super-admin password are limited, and empty fields are no guesses", async () => {
    const { id, client } = world.people.other;
    await grantAdmin(world.server, id);
    const invoke = (superAdminPassword: string) =>
      client.functions.invoke("send-emails", { body: { ...MESSAGE, superAdminPassword } });
    for (let empty = 0; empty < 8; empty++)
      expect(await refusal(await invoke(""))).toEqual({
        status: 403,
        body: { error: "Incorrect super-admin password." },
      });
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => invoke(`guess ${index}`).then(refusal)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
    expect((await refusal(await invoke(PASSWORD))).status).toBe(429);
    expect((await send("admin", MESSAGE)).error).toBeNull();
  });

  test("attack: an admin's session that mails itself without end is stopped soon", async () => {
    const refusals = [];
    for (let mails = 0; mails < 31; mails++) {
      const response = await send("admin", { ...MESSAGE, to: world.people.admin.email });
      if (response.error) refusals.push(await refusal(response));
    }
    expect(refusals).toMatchObject([
      { status: 429, body: { error: expect.stringMatching(/^Too many test mails\./) } },
    ]);
  });
});
