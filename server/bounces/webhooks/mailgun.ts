import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { Refusal } from "../../errors/refusal.ts";
import { parseReport, refuseSignature, requireRecent, toStatus } from "./signed-report.ts";
import { type SignedRequest, tokensIn, type WebhookDependencies } from "./webhook.ts";

/** For eight hours, Mailgun sends a report again that was not accepted. */
const MAX_AGE_MS = 9 * 3600_000;

const reportSchema = z.object({
  signature: z.object({
    timestamp: z.string().regex(/^\d{1,12}$/),
    token: z.string().max(100),
    signature: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  "event-data": z.looseObject({
    event: z.string(),
    severity: z.string().optional(),
    recipient: z.string().max(320).optional(),
    "delivery-status": z
      .looseObject({
        "enhanced-code": z.string().nullish(),
        message: z.string().nullish(),
        description: z.string().nullish(),
      })
      .optional(),
    message: z.looseObject({ headers: z.looseObject({ "message-id": z.string().optional() }) }).optional(),
  }),
});

/**
 * POST /mailgun: the webhook "permanent failure" of Mailgun. Its signature covers only a time and a random text, not the
 * event: the event counts only with the token of the mail, which works for the address of that mail alone.
 */
export function mailgun({ bounces }: WebhookDependencies, key: string) {
  return async ({ body }: SignedRequest): Promise<void> => {
    const { signature, "event-data": event } = parseReport(reportSchema, body.toString("utf8"));
    const { timestamp, token } = signature;
    const expected = createHmac("sha256", key).update(`${timestamp}${token}`).digest();
    if (!timingSafeEqual(expected, Buffer.from(signature.signature, "hex"))) throw refuseSignature();
    requireRecent(new Date(Number(timestamp) * 1000), MAX_AGE_MS);
    if (event.event !== "failed" || event.severity !== "permanent") return;
    const sent = bounces.findSent(tokensIn(event.message?.headers["message-id"]), [event.recipient ?? ""]);
    // 406: Mailgun does not send it again.
    if (!sent) throw new Refusal(406, "The report is not about a mail of ours.");
    const { "enhanced-code": status, message, description } = event["delivery-status"] ?? {};
    await bounces.record({ ...sent, status: toStatus(status), words: message || description || "" });
  };
}
