import { createPrivateKey, sign } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { AMAZON, STRANGER } from "../../../tests/world/sns-certificates.ts";
import type { Query } from "../../postgres/database.ts";
import { KeyRing } from "../../tokens/key-ring.ts";
import type { InternalKey } from "../../tokens/keyed-hash.ts";
import { Bounces } from "../bounces.ts";
import { MailTokens } from "../mail-tokens.ts";
import { bounceWebhookRoutes } from "./routes.ts";

const ASHA = "asha@example.org";
const MAIL = "5f0c6f2e-7f43-4a0c-9c1b-1f2e3d4c5b6a";
const TOPIC = "arn:aws:sns:ap-south-1:123456789012:bounces";
const CERTIFICATE_URL = "https://sns.ap-south-1.amazonaws.com/SimpleNotificationService-0123abcd.pem";
const tokens = new MailTokens(new KeyRing<InternalKey>([{ key: "the key of this installation" }]));

let app: FastifyInstance;
let recorded: unknown[][];
/** The addresses that the server requested, and the responses that it got. */
let asked: string[];
let certificate: string;

beforeEach(() => {
  recorded = [];
  asked = [];
  certificate = AMAZON.certificate;
  const query = (async (_text: string, values: unknown[]) => {
    recorded.push(values);
    return { rows: [] };
  }) as unknown as Query;
  app = Fastify();
  bounceWebhookRoutes(app, {
    bounces: new Bounces({ query, tokens, tokenHeader: "X-Maarga-Mail", log: pino({ level: "silent" }) }),
    config: { BOUNCE_WEBHOOK_SES_TOPIC: TOPIC },
    fetch: async (address) => {
      asked.push(String(address));
      return new Response(certificate);
    },
  });
});

const event = {
  notificationType: "Bounce",
  bounce: {
    bounceType: "Permanent",
    bounceSubType: "General",
    feedbackId: "feedback-1",
    bouncedRecipients: [{ emailAddress: ASHA, status: "5.1.1", diagnosticCode: "smtp; 550 no such user" }],
  },
  mail: { headers: [{ name: "X-Maarga-Mail", value: tokens.tokenFor(MAIL, ASHA) }] },
};
const KEY = createPrivateKey({
  key: Buffer.from(AMAZON.privateKey, "base64"),
  format: "der",
  type: "pkcs8",
});
const STRANGERS_KEY = createPrivateKey({
  key: Buffer.from(STRANGER.privateKey, "base64"),
  format: "der",
  type: "pkcs8",
});

const message = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  Type: "Notification",
  MessageId: "m",
  TopicArn: TOPIC,
  Message: JSON.stringify(event),
  Timestamp: new Date().toISOString(),
  SignatureVersion: "2",
  SigningCertURL: CERTIFICATE_URL,
  ...changes,
});
const signed = (fields: Record<string, unknown>, key = KEY) => {
  const names =
    fields.Type === "Notification"
      ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
      : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
  const text = names
    .flatMap((name) => (fields[name] === undefined ? [] : [`${name}\n${fields[name]}\n`]))
    .join("");
  return { ...fields, Signature: sign("sha256", Buffer.from(text), key).toString("base64") };
};
const send = async (body: unknown) =>
  (
    await app.inject({
      method: "POST",
      url: "/ses",
      payload: JSON.stringify(body),
      headers: { "content-type": "text/plain" },
    })
  ).statusCode;

test("reports a bounce, with the certificate asked for once", async () => {
  expect(await send(signed(message()))).toBe(200);
  expect(await send(signed(message({ Subject: "Again" })))).toBe(200);
  expect(recorded[0]).toEqual([MAIL, ASHA, "5.1.1", "smtp; 550 no such user"]);
  expect(asked).toEqual([CERTIFICATE_URL]);
});

test.each([
  ["a temporary bounce", { ...event, bounce: { ...event.bounce, bounceType: "Transient" } }],
  ["a delivery", { notificationType: "Delivery" }],
])("%s does not count", async (_what, other) => {
  expect(await send(signed(message({ Message: JSON.stringify(other) })))).toBe(200);
  expect(recorded).toEqual([]);
});

test.each([
  ["another topic, which SNS signs for everybody", message({ TopicArn: `${TOPIC}-2` }), KEY],
  ["a stranger's key", message(), STRANGERS_KEY],
  [
    "a certificate of another site",
    message({ SigningCertURL: "https://example.com/SimpleNotificationService-0.pem" }),
    KEY,
  ],
  [
    "a certificate of another host that begins alike",
    message({
      SigningCertURL: "https://sns.ap-south-1.amazonaws.com.example.com/SimpleNotificationService-0.pem",
    }),
    KEY,
  ],
  [
    "a certificate of another region",
    message({ SigningCertURL: "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0.pem" }),
    KEY,
  ],
  [
    "another file of Amazon's host",
    message({ SigningCertURL: "https://sns.ap-south-1.amazonaws.com/?Action=x" }),
    KEY,
  ],
  ["the old signature", message({ SignatureVersion: "1" }), KEY],
  ["an old message", message({ Timestamp: "2020-01-01T00:00:00Z" }), KEY],
])("%s is refused", async (_what, fields, key) => {
  expect(await send(signed(fields, key))).toBe(403);
  expect(recorded).toEqual([]);
});

test("a changed message is refused", async () => {
  const changed = {
    ...event,
    bounce: { ...event.bounce, bouncedRecipients: [{ emailAddress: "ravi@example.org" }] },
  };
  expect(await send({ ...signed(message()), Message: JSON.stringify(changed) })).toBe(403);
});

test("a certificate that is not of SNS is refused, and strangers cannot cause request after request for it", async () => {
  certificate = STRANGER.certificate;
  expect(await send(signed(message(), STRANGERS_KEY))).toBe(403);
  expect(await send(signed(message(), STRANGERS_KEY))).toBe(403);
  expect(asked).toHaveLength(1);
  expect(recorded).toEqual([]);
});

const question = (link: string) =>
  message({ Type: "SubscriptionConfirmation", Token: "t", SubscribeURL: link, Message: "You have chosen" });
test("a subscription of the topic is confirmed", async () => {
  const link = `https://sns.ap-south-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=t`;
  expect(await send(signed(question(link)))).toBe(200);
  expect(asked.at(-1)).toBe(link);
});

test.each([
  "https://example.com/?TopicArn=x",
  `https://sns.ap-south-1.amazonaws.com.example.com/?TopicArn=${TOPIC}`,
  "https://sns.ap-south-1.amazonaws.com/?TopicArn=arn:aws:sns:ap-south-1:1:other",
  "file:///etc/passwd",
  "",
])("the link %j is not opened", async (link) => {
  expect(await send(signed(question(link)))).toBe(403);
  expect(asked).toEqual([CERTIFICATE_URL]);
});
