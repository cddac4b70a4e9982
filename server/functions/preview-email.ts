import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { FunctionsDependencies } from "./dependencies.ts";
import { parseBody, subjectSchema, textSchema } from "./request-body.ts";

const bodySchema = z.object({ subject: subjectSchema, body: textSchema });

/** Renders what a recipient gets, except that the link to unsubscribe leads nowhere. */
export const previewEmail =
  ({ renderCampaignMail }: FunctionsDependencies) =>
  async (request: FastifyRequest) => ({
    html: renderCampaignMail({ ...parseBody(bodySchema, request.body), unsubscribeUrl: "#" }).html,
  });
