import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bearer, callAuth, putUser } from "../world/auth-calls.ts";
import { createAuthority, type TestAuthority } from "../world/certificates.ts";
import { startImap, type TestImap } from "../world/imap.ts";
import { createMember, type Member } from "../world/members.ts";
import { outputOf, type RunningServer, startServer } from "../world/server.ts";
import { type Delivery, startSmtp, type TestSmtp } from "../world/smtp.ts";
import { queryAt } from "../world/sql.ts";
import { waitUntil } from "../world/wait-until.ts";

const MAILGUN_KEY = "the signing key of the account";

let smtp: TestSmtp;
let imap: TestImap;
let authority: TestAuthority;
let server: RunningServer;
beforeAll(async () => {
  smtp = await startSmtp((to) => (to.startsWith("gone") ? "unknown recipient" : "take"));
  authority = createAuthority();
  imap = await startImap({ tls: authority.localhost });
  server = await startServer({
    env: {
      SMTP_URL: smtp.url,
      BOUNCE_ADDRESS: "bounces@example.org",
      // The mailbox is read over TLS, from a server whose certificate comes from an authority that was added.
      BOUNCE_MAILBOX: imap.url,
      NODE_EXTRA_CA_CERTS: authority.file,
      BOUNCE_WEBHOOK_MAILGUN_KEY: MAILGUN_KEY,
    },
  });
});
afterAll(async () => {
  await server.stop();
  await imap.stop();
  authority.remove();
  await smtp.stop();
});

const isBad = async ({ client }: Member) => (await client.rpc("own_bad_address")).data;

/** Has a mail sent to the address of a signed-in person, which their code comes in. */
async function requestCode({ email, token }: Member): Promise<{ code: string; delivery: Delivery }> {
  const before = smtp.deliveries.filter(({ to }) => to === email).length;
  const { status } = await callAuth(server, "/reauthenticate", { headers: bearer(token) });
  expect(status).toBe(200);
  const delivery = (await smtp.taken(before + 1, email)).at(-1) as Delivery;
  return { code: /\b\d{6}\b/.exec(delivery.mail.text ?? "")?.[0] ?? "", delivery };
}

/** A report about a mail (RFC 3464), as the mail server of its recipient sends it. */
function report(to: string, headers: string): string {
  return [
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example.org",
    "",
    `Final-Recipient: rfc822; ${to}`,
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 no such user",
    "",
    "--b",
    "Content-Type: text/rfc822-headers",
    "",
    headers,
    "--b--",
    "",
  ].join("\r\n");
}

const headersOf = ({ raw }: Delivery) => raw.split("\r\n\r\n", 1)[0] ?? "";

/** Runs the job now, which runs every minute otherwise, until it has read the mailbox. */
async function readMailbox(): Promise<void> {
  await queryAt(server.databaseUrl, "select graphile_worker.add_job('read-bounces')");
  await waitUntil("the mailbox to be read", () => imap.read.every(Boolean));
}

test("a mail that comes back marks its address, and the code in the next mail proves it again", async () => {
  const student = await createMember(server);
  const other = await createMember(server);
  const { delivery } = await requestCode(student);
  expect(delivery.from).toBe("bounces@example.org");

  // A stranger writes to the mailbox: without the headers of a mail, and with those of a mail to somebody else.
  imap.add(report(other.email, `To: ${other.email}\r\nMessage-ID: <made-up@example.org>`));
  imap.add(report(other.email, headersOf(delivery)));
  imap.add("Subject: Hello\r\n\r\nWho reads this?");
  await readMailbox();
  expect(await isBad(other)).toBe(false);

  // Mails of the sign-in are still sent.
  const { code } = await requestCode(student);
  expect((await putUser(server, student.token, { nonce: "000000" })).status).not.toBe(200);
  expect(await isBad(student)).toBe(true);
  expect((await putUser(server, student.token, { nonce: code })).status).toBe(200);
  expect(await isBad(student)).toBe(false);
  expect((await putUser(server, student.token, { nonce: code })).status).not.toBe(200);

  // The same report again.
  imap.add(report(student.email, headersOf(delivery)));
  await readMailbox();
  expect(await isBad(student)).toBe(false);
  expect(outputOf(server)).not.toContain(student.email);
});

test("an address that the mail server refuses is bad", async () => {
  const student = await createMember(server, { email: "gone.asha@example.org" });
  await callAuth(server, "/reauthenticate", { headers: bearer(student.token) });
  await waitUntil("the address to be bad", () => isBad(student));
});

test("a provider reports without an API key, and only what is signed", async () => {
  const student = await createMember(server);
  const { delivery } = await requestCode(student);
  const send = (name: string, key: string) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", key).update(`${timestamp}t`).digest("hex");
    return fetch(`${server.url}/bounces/v1/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        signature: { timestamp, token: "t", signature },
        "event-data": {
          event: "failed",
          severity: "permanent",
          recipient: student.email,
          "delivery-status": { "enhanced-code": "5.1.1", message: "No such user" },
          message: { headers: { "message-id": delivery.mail.messageId?.slice(1, -1) } },
        },
      }),
    });
  };
  expect((await send("mailgun", "another key of somebody")).status).toBe(403);
  expect(await isBad(student)).toBe(false);
  expect((await send("mailgun", MAILGUN_KEY)).status).toBe(200);
  expect(await isBad(student)).toBe(true);
  // Providers that are not set up.
  for (const name of ["ses", "sendgrid"]) expect((await send(name, MAILGUN_KEY)).status).toBe(404);
});
