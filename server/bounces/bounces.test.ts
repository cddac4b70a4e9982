import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import type { Query } from "../postgres/database.ts";
import { KeyRing } from "../tokens/key-ring.ts";
import type { InternalKey } from "../tokens/keyed-hash.ts";
import { Bounces } from "./bounces.ts";
import { MailTokens } from "./mail-tokens.ts";

const ASHA = "asha@example.org";
const TOKEN_HEADER = "X-Maarga-Mail";
const tokens = new MailTokens(new KeyRing<InternalKey>([{ key: "the key of this installation" }]));
const MAIL = "5f0c6f2e-7f43-4a0c-9c1b-1f2e3d4c5b6a";

function createBounces() {
  const recorded: unknown[][] = [];
  const query = (async (_text: string, values: unknown[]) => {
    recorded.push(values);
    return { rows: [{ is_bad: false }] };
  }) as unknown as Query;
  const bounces = new Bounces({ query, tokens, tokenHeader: TOKEN_HEADER, log: pino({ level: "silent" }) });
  return { bounces, recorded };
}

/** A report as mail servers send it. */
function report({
  status = "5.1.1",
  action = "failed",
  recipient = `Final-Recipient: rfc822; ${ASHA}`,
  returned = `To: ${ASHA}\nMessage-ID: <${tokens.tokenFor(MAIL, ASHA)}@maarga.example>`,
  returnedType = "text/rfc822-headers",
  statusHeaders = "",
} = {}): string {
  return `Return-Path: <>
From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: bounces@maarga.example
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4XcQ1"

This is a MIME-encapsulated message.

--4XcQ1
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--4XcQ1
Content-Description: Delivery report
Content-Type: message/delivery-status
${statusHeaders}
Reporting-MTA: dns; mx.example.org
Arrival-Date: Tue, 24 Nov 2026 10:00:00 +0530

${recipient}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 5.1.1 <${ASHA}>: Recipient address
    rejected: User unknown

--4XcQ1
Content-Type: ${returnedType}

${returned}
Subject: Round 2 has begun

--4XcQ1--
`.replaceAll("\n", "\r\n");
}

describe("a report by mail counts", () => {
  const counted = [MAIL, ASHA, "5.1.1", `550 5.1.1 <${ASHA}>: Recipient address rejected: User unknown`];

  test.each([
    ["as mail servers send it", {}],
    ["with a status that has a comment", { status: "5.1.1 (bad destination mailbox address)" }],
    ["with the whole mail", { returnedType: "message/rfc822" }],
    [
      "where the provider has replaced the Message-ID",
      {
        returned: `Message-ID: <0100@email.example.com>\n${TOKEN_HEADER}: ${tokens.tokenFor(MAIL, ASHA)}\nTo: ${ASHA}`,
      },
    ],
    ["about an address in capitals", { recipient: "Final-Recipient: RFC822;ASHA@Example.ORG" }],
    ["of a mail that was forwarded", { recipient: "Final-Recipient: rfc822; asha.k@elsewhere.example" }],
    [
      "that names the first recipient, without a To header",
      {
        recipient: `Original-Recipient: rfc822;${ASHA}\nFinal-Recipient: rfc822; asha.k@elsewhere.example`,
        returned: `Message-ID: <${tokens.tokenFor(MAIL, ASHA)}@maarga.example>`,
      },
    ],
  ])("%s", async (_how, changes) => {
    const { bounces, recorded } = createBounces();
    expect(await bounces.recordReport(report(changes))).toBe(1);
    expect(recorded).toHaveLength(1);
    expect(recorded[0]?.map((value) => String(value).replace(/ASHA@Example.ORG/, ASHA))).toEqual(counted);
  });

  test("even if its parts are encoded", async () => {
    const { bounces, recorded } = createBounces();
    const fields = `Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ${ASHA}\nAction: failed\nStatus: 5.2.1\n`;
    const encoded = report().replace(
      /Content-Type: message\/delivery-status[\s\S]*?(?=--4XcQ1)/,
      `Content-Type: message/delivery-status\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(fields).toString("base64")}\r\n\r\n`,
    );
    await bounces.recordReport(encoded);
    expect(recorded).toEqual([[MAIL, ASHA, "5.2.1", ""]]);
  });

  test("with one short line of the mail server's response", async () => {
    const { bounces, recorded } = createBounces();
    await bounces.recordReport(report().replace("550 5.1.1", `\u202e\u0007${"x".repeat(5000)}`));
    expect(recorded[0]?.[3]).toBe("x".repeat(200));
  });
});

describe("a report by mail does not count", () => {
  const otherKey = new MailTokens(new KeyRing<InternalKey>([{ key: "somebody else's" }]));
  test.each([
    [
      "without a token: a stranger wrote it",
      { returned: `To: ${ASHA}\nMessage-ID: <${MAIL}@maarga.example>` },
    ],
    [
      "with a token that a stranger made up",
      { returned: `To: ${ASHA}\nMessage-ID: <${otherKey.tokenFor(MAIL, ASHA)}@x>` },
    ],
    [
      "with the token of a mail to somebody else, which its reader has",
      { returned: `To: ${ASHA}\nMessage-ID: <${tokens.tokenFor(MAIL, "ravi@example.org")}@x>` },
    ],
    [
      "with the token of another mail",
      { returned: `To: ${ASHA}\nMessage-ID: <${randomUUID()}.${"0".repeat(32)}@x>` },
    ],
    ["about a delay", { action: "delayed", status: "4.4.1" }],
    ["about a delivery", { action: "delivered", status: "2.0.0" }],
    ["without a status", { status: "unknown" }],
  ])("%s", async (_what, changes) => {
    const { bounces, recorded } = createBounces();
    expect(await bounces.recordReport(report(changes))).toBe(0);
    expect(recorded).toEqual([]);
  });

  test("unless its type says that it is one", async () => {
    const { bounces } = createBounces();
    expect(await bounces.recordReport(report().replace("multipart/report", "multipart/mixed"))).toBe(0);
  });

  test.each([
    ["nothing", ""],
    ["no boundary", "Content-Type: multipart/report\r\n\r\n--x\r\n\r\n"],
    ["an empty boundary", 'Content-Type: multipart/report; boundary=""\r\n\r\n--\r\n--\r\n'],
    ["many parts", `Content-Type: multipart/report; boundary=b\r\n\r\n${"--b\r\n".repeat(25_000)}`],
    ["many headers", `${"A: b\r\n".repeat(20_000)}\r\n`],
    ["one endless header", `Content-Type: multipart/report; boundary=${"b".repeat(120_000)}`],
    ["spaces in a header", `Content-Type: multipart/report;${" ".repeat(120_000)}boundary`],
    [
      "many recipients",
      report({ recipient: `Final-Recipient: rfc822; ${"a@b.c ".repeat(30_000)}` }).slice(0, 130_000),
    ],
    ["many groups", report({ recipient: "a: b\n\n".repeat(20_000) }).slice(0, 130_000)],
    ["no address", report({ recipient: `Final-Recipient: rfc822; ${"a".repeat(120_000)}`, returned: "" })],
    ["a report that was cut", report().slice(0, 500)],
  ])("and does no harm: %s", async (_what, raw) => {
    const { bounces, recorded } = createBounces();
    expect(await bounces.recordReport(raw)).toBe(0);
    expect(recorded).toEqual([]);
  });
});

test("the token of a mail stays valid after the key was replaced", () => {
  const before = new MailTokens(new KeyRing<InternalKey>([{ key: "old" }])).tokenFor(MAIL, ASHA);
  const now = new MailTokens(
    new KeyRing<InternalKey>([{ key: "new" }, { key: "old", replacedAt: new Date().toISOString() }]),
  );
  expect(now.findMail(before, ASHA)).toBe(MAIL);
  expect(now.findMail(before, "ravi@example.org")).toBeUndefined();
  const longAgo = new Date(Date.now() - 61 * 86_400_000).toISOString();
  const later = new MailTokens(
    new KeyRing<InternalKey>([{ key: "new" }, { key: "old", replacedAt: longAgo }]),
  );
  expect(later.findMail(before, ASHA)).toBeUndefined();
});
