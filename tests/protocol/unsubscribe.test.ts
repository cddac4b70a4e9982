import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createMember, createStudent, type Member } from "../world/members.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";
import { unsubscribeAddress, unsubscribeLink, unsubscribeProof } from "../world/unsubscribe-link.ts";

const server = sharedServer();
let student: Member;
let other: Member;
let admin: Member;
beforeAll(async () => {
  student = await createStudent(server);
  other = await createStudent(server);
  admin = await createMember(server, { isAdmin: true });
});
beforeEach(() =>
  query("update profiles set notify_email = true, notify_sms = true where id = $1", [student.id]),
);

const query = (text: string, values?: unknown[]) => queryAt(server.databaseUrl, text, values);
const wantsEmail = async () =>
  (await query("select notify_email from profiles where id = $1", [student.id]))[0]?.notify_email;
const countAudience = async () => (await admin.client.rpc("count_audience")).data[0];

test("opening the link changes nothing, and shows a page with one button and no script", async () => {
  const response = await fetch(await unsubscribeLink(server, student.id));
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toContain('<form method="post"><button>Turn off e-mail</button></form>');
  expect(html).not.toContain("<script");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    ),
    "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  });
  expect(await wantsEmail()).toBe(true);
});

test.each([
  ["a mail program", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
  [
    "another mail program",
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
  ["the page's button", "application/x-www-form-urlencoded", ""],
  ["a program with a malformed body", "application/json", "{"],
])(
  "%s turns e-mail off with one POST, which may be repeated and needs no sign-in",
  async (_who, type, body) => {
    const before = await countAudience();
    const link = await unsubscribeLink(server, student.id);
    for (const _time of [1, 2]) {
      const response = await fetch(link, { method: "POST", headers: { "content-type": type }, body });
      expect(response.status).toBe(200);
      const html = await response.text();
      expect(html).toContain("E-mail is turned off");
      expect(html).toContain('href="/notifications"');
      expect(await wantsEmail()).toBe(false);
    }
    expect(await countAudience()).toEqual({
      ...before,
      will_get: before.will_get - 1,
      turned_off: before.turned_off + 1,
    });
    // Text messages stay on.
    const [profile] = await query("select notify_sms from profiles where id = $1", [student.id]);
    expect(profile).toEqual({ notify_sms: true });
  },
);

test("e-mail stays off when an admin assigns a plan later", async () => {
  const { id } = student;
  await fetch(await unsubscribeLink(server, id), { method: "POST" });
  const plan = { student: id, level: "ug", exam: "neet", name: "Basic" };
  const { error } = await admin.client.rpc("assign_plan", plan);
  expect(error).toBeNull();
  expect(await wantsEmail()).toBe(false);
});

test("a failure is reported, and no page says that e-mail is off", async () => {
  const link = await unsubscribeLink(server, student.id);
  await query("alter function private.turn_off_email(uuid) rename to turn_nothing_off");
  try {
    const response = await fetch(link, { method: "POST" });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(await response.text()).toContain("That did not work just now");
  } finally {
    await query("alter function private.turn_nothing_off(uuid) rename to turn_off_email");
  }
});

test("a body larger than any mail program sends is refused with a page", async () => {
  const response = await fetch(await unsubscribeLink(server, student.id), {
    method: "POST",
    body: "x".repeat(5000),
  });
  expect(response.status).toBe(413);
  expect(await response.text()).toContain("This link does not work");
  expect(await wantsEmail()).toBe(true);
});

test("a valid link of a deleted student gets the same pages", async () => {
  const link = await unsubscribeLink(server, randomUUID());
  const done = await fetch(link, { method: "POST" });
  expect([done.status, (await fetch(link)).status]).toEqual([200, 200]);
  expect(await done.text()).toContain("E-mail is turned off");
});

test.each([
  ["no token", () => ""],
  ["no proof", () => student.id],
  ["another student's proof", async () => `${student.id}.${await unsubscribeProof(server, other.id)}`],
  [
    "a proof with a letter changed",
    async () =>
      `${student.id}.${(await unsubscribeProof(server, student.id)).replace(/^./, (letter) => (letter === "x" ? "y" : "x"))}`,
  ],
  ["a token of something else", () => student.token],
])("%s is refused with a page, and changes nothing", async (_what, token) => {
  const link = unsubscribeAddress(server, await token());
  for (const method of ["GET", "POST"]) {
    const response = await fetch(link, { method });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("This link does not work");
  }
  expect(await wantsEmail()).toBe(true);
});
