import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Query, Row } from "../postgres/database.ts";
import { requireSafeAttachments } from "./check-attachments.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { takeTurn } from "./long-transactions.ts";
import { needsPasswordForMail } from "./needs-password-for-mail.ts";
import { mailSchema, parseBody, requireText, subjectSchema, textSchema } from "./request-body.ts";
import { requireCaller } from "./require-caller.ts";
import { requireAdmin } from "./require-right.ts";
import { requireSuperAdminPassword } from "./require-super-admin-password.ts";
import { storedText } from "./stored-text.ts";

const planField = storedText().max(20).nullable().default(null);

/** The plan is complete, one exam without a name, or absent; then an audience can take its place. */
const bodySchema = mailSchema
  .extend({
    requestId: z.uuid(),
    level: planField,
    exam: planField,
    name: planField,
    audience: z.record(z.string(), z.unknown()).nullable().default(null),
    /** Absent: now. */
    sendAt: z.iso.datetime().nullable().default(null),
    subject: subjectSchema,
    body: textSchema,
  })
  .refine(
    ({ level, exam, name, audience }) =>
      (level === null) === (exam === null) &&
      (name === null || level !== null) &&
      (audience === null || level === null),
    { path: ["level"] },
  );

interface Campaign extends Row {
  readonly campaignId: string;
  readonly recipients: number;
  readonly turnedOff: number;
}

/** Creating 100,000 recipients takes a while, and a second request with the same id waits for it. */
const RAISE_TIMEOUTS =
  "select set_config('statement_timeout', '60s', true), set_config('lock_timeout', '60s', true)";

const CREATE = `select campaign_id as "campaignId", recipients, turned_off as "turnedOff"
  from private.create_campaign($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/** Queues a mail to the holders of a plan. The recipients are fixed now; the workers send. */
export const sendCampaign =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest): Promise<Campaign> => {
    const admin = await requireCaller(request, dependencies);
    const campaign = parseBody(bodySchema, request.body);
    const { requestId, level, exam, name, audience, subject, body } = campaign;
    requireText(subject, body);
    const adminId = String(admin.claims.sub);
    const attachments = JSON.stringify(
      await requireSafeAttachments(campaign.attachments, dependencies, adminId),
    );
    if (await needsPasswordForMail(dependencies))
      await requireSuperAdminPassword(dependencies, adminId, campaign.superAdminPassword);
    const create = async (query: Query) => {
      await requireAdmin(query);
      await query(RAISE_TIMEOUTS);
      return query<Campaign>(CREATE, [
        requestId,
        level,
        exam,
        name,
        subject,
        body,
        attachments,
        audience && JSON.stringify(audience),
        campaign.sendAt,
      ]);
    };
    const { rows } = await takeTurn(adminId, () => dependencies.database.transactionFor(admin, create));
    return rows[0] as Campaign;
  };
