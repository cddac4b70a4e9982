import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { FunctionsDependencies } from "./dependencies.ts";
import { parseBody, subjectSchema, textSchema } from "./request-body.ts";
import { requireRight } from "./require-right.ts";

const bodySchema = z.object({ subject: subjectSchema, body: textSchema });

/** Renders what a recipient gets, except that the link to unsubscribe leads nowhere. */
export const previewEmail =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest): Promise<{ html: string }> => {
    // Again, because the rights may have been revoked while the body was uploaded.
    await requireRight(dependencies, "administer")(request);
    const mail = parseBody(bodySchema, request.body);
    return { html: dependencies.renderCampaignMail({ ...mail, unsubscribeUrl: "#" }).html };
  };
