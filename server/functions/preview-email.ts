import { z } from "zod";
import type { DressCampaignMail } from "../mail/campaign-mail.ts";
import { parseBody, subjectSchema, textSchema } from "./request-body.ts";

const bodySchema = z.object({ subject: subjectSchema, body: textSchema });

/** What a recipient gets; only the link that turns such mails off leads nowhere. */
export function previewEmail(dress: DressCampaignMail, body: unknown): { html: string } {
  return { html: dress({ ...parseBody(bodySchema, body), unsubscribeUrl: "#" }).html };
}
