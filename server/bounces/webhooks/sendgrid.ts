import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import type { Bounce } from "../bounces.ts";
import { parseReport, refuseSignature, requireRecent, toStatus } from "./signed-report.ts";
import { type SignedRequest, tokensIn, type WebhookDependencies } from "./webhook.ts";

/** For a day, SendGrid sends events again that were not accepted. */
const MAX_AGE_MS = 25 * 3600_000;

const eventsSchema = z.array(
  z.looseObject({
    event: z.string(),
    email: z.string().max(320),
    sg_event_id: z.string().min(1).max(200),
    type: z.string().optional(),
    status: z.string().optional(),
    reason: z.string().optional(),
    "smtp-id": z.string().optional(),
  }),
);

/** The public key as SendGrid shows it: base64 of its DER. Undefined if it is not such a key. */
export function readSendGridKey(base64: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ec" ? key : undefined;
  } catch {
    return undefined;
  }
}

/**
 * POST /sendgrid: the Signed Event Webhook of SendGrid. The signature covers the time and all events, so the addresses are
 * trusted.
 */
export function sendGrid({ bounces }: WebhookDependencies, base64Key: string) {
  const key = readSendGridKey(base64Key);
  return async ({ headers, body }: SignedRequest): Promise<void> => {
    const timestamp = String(headers["x-twilio-email-event-webhook-timestamp"] ?? "");
    const signature = Buffer.from(String(headers["x-twilio-email-event-webhook-signature"] ?? ""), "base64");
    const signed = Buffer.concat([Buffer.from(timestamp), body]);
    if (!key || !verify("sha256", signed, key, signature)) throw refuseSignature();
    requireRecent(new Date(Number(timestamp) * 1000), MAX_AGE_MS);
    for (const event of parseReport(eventsSchema, body.toString("utf8"))) {
      // A blocked mail was refused because of its sender or text.
      if (event.event !== "bounce" || event.type === "blocked") continue;
      const { email, sg_event_id: id, status, reason = "" } = event;
      const sent = bounces.findSent(tokensIn(event["smtp-id"]), [email]);
      const reported: Bounce = {
        mail: `sendgrid ${id}`,
        address: email,
        ...sent,
        status: toStatus(status),
        words: reason,
      };
      await bounces.record(reported);
    }
  };
}
