import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import type { Query } from "../../postgres/database.ts";
import { KeyRing } from "../../tokens/key-ring.ts";
import type { InternalKey } from "../../tokens/keyed-hash.ts";
import { Bounces } from "../bounces.ts";
import { MailTokens } from "../mail-tokens.ts";

import { bounceWebhookRoutes } from "./routes.ts";

const ASHA = "asha@example.org";
const MAIL = "5f0c6f2e-7f43-4a0c-9c1b-1f2e3d4c5b6a";
const MAILGUN_KEY = "the signing key of the account";
const tokens = new MailTokens(new KeyRing<InternalKey>([{ key: "the key of this installation" }]));
const messageId = `<${tokens.tokenFor(MAIL, ASHA)}@maarga.example>`;
const sendGridKeys = generateKeyPairSync("ec", { namedCurve: "P-256" });

let app: FastifyInstance;
let recorded: unknown[][];

beforeEach(() => {
  recorded = [];
  const query = (async (_text: string, values: unknown[]) => {
    recorded.push(values);
    return { rows: [] };
  }) as unknown as Query;
  app = Fastify();
  bounceWebhookRoutes(app, {
    bounces: new Bounces({ query, tokens, tokenHeader: "X-Maarga-Mail", log: pino({ level: "silent" }) }),
    config: {
      BOUNCE_WEBHOOK_SENDGRID_KEY: sendGridKeys.publicKey
        .export({ format: "der", type: "spki" })
        .toString("base64"),
      BOUNCE_WEBHOOK_MAILGUN_KEY: MAILGUN_KEY,
    },
  });
});

const post = async (url: string, payload: string, headers: Record<string, string> = {}) =>
  (
    await app.inject({
      method: "POST",
      url,
      payload,
      headers: { "content-type": "application/json", ...headers },
    })
  ).statusCode;
const secondsAgo = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);

describe("SendGrid", () => {
  const bounced = {
    event: "bounce",
    type: "bounce",
    email: ASHA,
    status: "5.1.1",
    reason: "550 no such user",
    sg_event_id: "event-1",
    "smtp-id": messageId,
  };

  const send = (
    events: unknown,
    { at = secondsAgo(1), key = sendGridKeys.privateKey, sent = events } = {},
  ) => {
    const signature = sign("sha256", Buffer.from(at + JSON.stringify(events)), key).toString("base64");
    return post("/sendgrid", JSON.stringify(sent), {
      "x-twilio-email-event-webhook-timestamp": at,
      "x-twilio-email-event-webhook-signature": signature,
    });
  };

  test("reports a bounce, which counts by the mail that it is of", async () => {
    expect(await send([{ event: "delivered", email: ASHA, sg_event_id: "event-0" }, bounced])).toBe(200);
    expect(recorded).toEqual([[MAIL, ASHA, "5.1.1", "550 no such user"]]);
  });

  test.each([
    ["without a status", { status: undefined }, ["5.0.0"]],
    ["of a mail without our token", { "smtp-id": "<1@x>" }, ["sendgrid event-1"]],
  ])("reports a bounce %s", async (_what, changes, expected) => {
    await send([{ ...bounced, ...changes }]);
    expect(recorded[0]).toEqual(expect.arrayContaining(expected));
  });

  test("a blocked mail says nothing about its address", async () => {
    expect(await send([{ ...bounced, type: "blocked" }])).toBe(200);
    expect(recorded).toEqual([]);
  });

  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  test.each([
    ["signed by a stranger", { key: stranger as KeyObject }, 403],
    ["with other events than the signed ones", { sent: [{ ...bounced, email: "ravi@example.org" }] }, 403],
    ["recorded two days ago", { at: secondsAgo(2 * 86_400) }, 403],
    ["from the future", { at: secondsAgo(-3600) }, 403],
    ["of no time", { at: "now" }, 403],
  ])("a report %s is refused", async (_what, changes, status) => {
    expect(await send([bounced], changes)).toBe(status);
    expect(recorded).toEqual([]);
  });

  test("a report without a signature is refused", async () => {
    expect(await post("/sendgrid", JSON.stringify([bounced]))).toBe(403);
    expect(await post("/sendgrid", "")).toBe(403);
  });

  test("a signed report in another format is refused", async () => {
    expect(await send({ event: "bounce" })).toBe(400);
  });

  test("a huge report is refused before it is read", async () => {
    expect(await send([{ ...bounced, reason: "x".repeat(1024 * 1024) }])).toBe(413);
  });
});

describe("Mailgun", () => {
  const failed = {
    event: "failed",
    severity: "permanent",
    recipient: ASHA,
    "delivery-status": { code: 550, "enhanced-code": "5.1.1", message: "No such user" },
    message: { headers: { "message-id": messageId.slice(1, -1), to: ASHA } },
  };
  const send = (event: unknown, { at = secondsAgo(1), key = MAILGUN_KEY, token = "t" } = {}) => {
    const signature = createHmac("sha256", key).update(`${at}${token}`).digest("hex");
    return post(
      "/mailgun",
      JSON.stringify({ signature: { timestamp: at, token, signature }, "event-data": event }),
    );
  };

  test("reports a mail that failed for good", async () => {
    expect(await send(failed)).toBe(200);
    expect(recorded).toEqual([[MAIL, ASHA, "5.1.1", "No such user"]]);
  });

  test("a temporary failure does not count", async () => {
    expect(await send({ ...failed, severity: "temporary" })).toBe(200);
    expect(recorded).toEqual([]);
  });

  // The signature does not cover the event: without our token, a recorded signature would do for any address.
  test.each([
    ["another address", { ...failed, recipient: "ravi@example.org" }],
    ["a mail that is not ours", { ...failed, message: { headers: { "message-id": "1@x" } } }],
    ["no mail", { ...failed, message: undefined }],
  ])("a valid signature with %s is refused", async (_what, event) => {
    expect(await send(event)).toBe(406);
    expect(recorded).toEqual([]);
  });

  test.each([
    ["signed with another key", { key: "another key of somebody" }],
    ["recorded yesterday", { at: secondsAgo(86_400) }],
    ["from the future", { at: secondsAgo(-3600) }],
  ])("a report %s is refused", async (_what, changes) => {
    expect(await send(failed, changes)).toBe(403);
    expect(recorded).toEqual([]);
  });

  test.each(["", "{}", "null", "[", '{"signature":"x","event-data":{}}'])("%j is refused", async (body) => {
    expect(await post("/mailgun", body)).toBe(400);
  });
});

test("a provider without its setting has no route", async () => {
  app = Fastify();
  bounceWebhookRoutes(app, { bounces: {} as Bounces, config: {} });
  for (const name of ["ses", "sendgrid", "mailgun"]) expect(await post(`/${name}`, "{}")).toBe(404);
});
