import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { MergeValues } from "../../domain/merge-fields.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { parseBody, subjectSchema, textSchema } from "./request-body.ts";
import { requireRight } from "./require-right.ts";

const bodySchema = z.object({
  subject: subjectSchema,
  body: textSchema,
  /** The recipient for whom the fields are filled in; without one, the fallbacks are shown. */
  student: z.guid().optional(),
});

const FIND_VALUES = "select private.merge_values($1) as values";

/** Renders what a recipient gets, except that the link to unsubscribe leads nowhere. */
export const previewEmail =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest): Promise<{ subject: string; html: string }> => {
    // Again, because the rights may have been revoked while the body was uploaded.
    await requireRight(dependencies, "administer")(request);
    const { student, ...mail } = parseBody(bodySchema, request.body);
    const { rows } = student
      ? await dependencies.database.query<{ values: MergeValues | null }>(FIND_VALUES, [student])
      : { rows: [] };
    const values = rows[0]?.values ?? {};
    const { subject, html } = dependencies.renderCampaignMail({ ...mail, values, unsubscribeUrl: "#" });
    return { subject, html };
  };
