import { verify } from "node:crypto";
import { z } from "zod";
import { Refusal } from "../../errors/refusal.ts";
import { parseReport, refuseSignature, requireRecent, toStatus } from "./signed-report.ts";
import { SnsCertificates, snsHost } from "./sns-certificates.ts";
import type { SignedRequest, WebhookDependencies } from "./webhook.ts";

/** For an hour, Amazon sends a message again that was not accepted, unless the topic has another policy. */
const MAX_AGE_MS = 6 * 3600_000;
const TIMEOUT_MS = 5_000;

const envelopeSchema = z.object({
  Type: z.string(),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.iso.datetime(),
  SignatureVersion: z.string(),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Subject: z.string().nullish(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
});
type Envelope = z.infer<typeof envelopeSchema>;

const eventSchema = z.looseObject({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z
    .looseObject({
      headers: z.array(z.looseObject({ name: z.string(), value: z.string() })).optional(),
    })
    .optional(),
  bounce: z
    .looseObject({
      bounceType: z.string(),
      bounceSubType: z.string().optional(),
      feedbackId: z.string().min(1).max(200),
      bouncedRecipients: z
        .array(
          z.looseObject({
            emailAddress: z.string().max(320),
            status: z.string().optional(),
            diagnosticCode: z.string().optional(),
          }),
        )
        .max(50),
    })
    .optional(),
});

/**
 * POST /ses: what Amazon SES publishes to a topic of SNS. Anybody with an Amazon account can have SNS sign a message,
 * so only the topic in the settings is accepted: nobody else can publish there.
 */
export function ses({ bounces, fetch = globalThis.fetch }: WebhookDependencies, topic: string) {
  const certificates = new SnsCertificates(snsHost(topic), fetch);
  return async ({ body }: SignedRequest): Promise<void> => {
    const envelope = parseReport(envelopeSchema, body.toString("utf8"));
    if (envelope.TopicArn !== topic) throw refuseSignature();
    // Version 1 is SHA-1.
    if (envelope.SignatureVersion !== "2")
      throw new Refusal(403, "The topic must use signature version 2 (SHA-256).");
    requireRecent(new Date(envelope.Timestamp), MAX_AGE_MS);
    const key = await certificates.find(envelope.SigningCertURL);
    if (
      !key ||
      !verify("sha256", Buffer.from(signedText(envelope)), key, Buffer.from(envelope.Signature, "base64"))
    )
      throw refuseSignature();
    if (envelope.Type === "SubscriptionConfirmation") return confirm(envelope.SubscribeURL, topic, fetch);
    if (envelope.Type !== "Notification") return;
    const { mail, bounce, ...event } = parseReport(eventSchema, envelope.Message);
    if ((event.notificationType ?? event.eventType) !== "Bounce" || bounce?.bounceType !== "Permanent")
      return;
    const tokens = (mail?.headers ?? [])
      .filter(({ name }) => name.toLowerCase() === bounces.tokenHeader.toLowerCase())
      .map(({ value }) => value);
    for (const { emailAddress, status, diagnosticCode = "" } of bounce.bouncedRecipients)
      await bounces.record({
        mail: `ses ${bounce.feedbackId} ${emailAddress}`,
        address: emailAddress,
        ...bounces.findSent(tokens, [emailAddress]),
        status: toStatus(status),
        words: diagnosticCode || bounce.bounceSubType || "",
      });
  };
}

/** The fields that Amazon signs, in its order. */
function signedText(envelope: Envelope): string {
  const names =
    envelope.Type === "Notification"
      ? (["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] as const)
      : (["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"] as const);
  return names
    .filter((name) => envelope[name] !== undefined && envelope[name] !== null)
    .map((name) => `${name}\n${envelope[name]}\n`)
    .join("");
}

/** Opens the link by which Amazon asks whether the topic may report here. */
async function confirm(link: string | undefined, topic: string, request: typeof fetch): Promise<void> {
  const url = new URL(URL.canParse(link ?? "") ? (link ?? "") : "about:blank");
  if (url.origin !== `https://${snsHost(topic)}` || url.searchParams.get("TopicArn") !== topic)
    throw refuseSignature();
  const { ok } = await request(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!ok) throw new Refusal(502, "The subscription could not be confirmed.");
}
