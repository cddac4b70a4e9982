import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { MAX_ATTACHMENTS } from "../../domain/attachments.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { parseBody } from "./request-body.ts";
import { requireCaller } from "./require-caller.ts";

const bodySchema = z.object({
  campaign: z.guid(),
  position: z.number().int().min(1).max(MAX_ATTACHMENTS),
});

const OPEN = "select content from private.open_attachment($1, $2)";

/** Sends an attachment of a campaign: whoever approves a mail has to see all of it. */
export const openAttachment =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<Buffer> => {
    const admin = await requireCaller(request, dependencies);
    const { campaign, position } = parseBody(bodySchema, request.body);
    const { rows } = await dependencies.database.transactionFor(admin, (query) =>
      query<{ content: Buffer }>(OPEN, [campaign, position]),
    );
    const [attachment] = rows;
    if (!attachment) throw refusal(404, "There is no such attachment.");
    // Always a download, whatever its type: nothing in it runs on our origin.
    reply.type("application/octet-stream").header("cache-control", "no-store");
    return attachment.content;
  };
