import { z } from "zod";
import type { Limits } from "../limits/limits.ts";
import type { Caller, Row, ServiceDatabase } from "../postgres/database.ts";
import { requireSafeAttachments } from "./attachments.ts";
import { requireAdmin } from "./check-admin.ts";
import { lockedSchema, parseBody, requireText, subjectSchema, textSchema } from "./request-body.ts";
import { storedText } from "./stored-text.ts";
import { requireSuperAdminPassword } from "./super-admin-password.ts";

const planWord = storedText().max(20).nullable().default(null);

const bodySchema = lockedSchema
  .extend({
    requestId: z.uuid(),
    level: planWord,
    exam: planWord,
    name: planWord,
    subject: subjectSchema,
    body: textSchema,
  })
  .refine(
    ({ level, exam, name }) => (level === null) === (exam === null) && (exam === null) === (name === null),
    {
      path: ["level"],
    },
  );

interface Campaign {
  readonly campaignId: string;
  readonly recipients: number;
  readonly turnedOff: number;
}

/** A mail to all holders of a plan: who gets it is fixed here, and sending is up to the workers. */
export async function sendCampaign(
  parts: { readonly database: ServiceDatabase; readonly limits: Limits },
  admin: Caller,
  body: unknown,
): Promise<Campaign> {
  const wish = parseBody(bodySchema, body);
  requireText(wish.subject, wish.body);
  const attachments = await requireSafeAttachments(wish.attachments);
  await requireSuperAdminPassword(parts, String(admin.claims.sub), wish.superAdminPassword);
  const { rows } = await parts.database.transactionFor(admin, async (query) => {
    await requireAdmin(query);
    await query(BE_PATIENT);
    return query<Row & Campaign>(CREATE, [
      wish.requestId,
      wish.level,
      wish.exam,
      wish.name,
      wish.subject,
      wish.body,
      JSON.stringify(attachments),
    ]);
  });
  return rows[0] as Campaign;
}

/** A hundred thousand recipients take longer than a request usually may, also for who presses again meanwhile. */
const BE_PATIENT =
  "select set_config('statement_timeout', '60s', true), set_config('lock_timeout', '60s', true)";

const CREATE = `select campaign_id as "campaignId", recipients, turned_off as "turnedOff"
  from private.create_campaign($1, $2, $3, $4, $5, $6, $7)`;
