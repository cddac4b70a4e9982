import type { FastifyInstance } from "fastify";
import { checkAdmin } from "./check-admin.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { handleErrors } from "./errors.ts";
import { previewEmail } from "./preview-email.ts";
import { BODY_LIMIT_BYTES } from "./request-body.ts";
import { requireAdminCaller } from "./require-admin.ts";
import { sendCampaign } from "./send-campaign.ts";
import { sendEmails } from "./send-emails.ts";

export type { FunctionsDependencies } from "./dependencies.ts";

/** The functions that the screens call, under /functions/v1. */
export function functionsRoutes(app: FastifyInstance, dependencies: FunctionsDependencies): void {
  handleErrors(app);

  // For callers with a Bearer token.
  app.post("/check-admin", checkAdmin(dependencies));

  // For admins. Others are refused before their body, which may be large, is read.
  const adminsOnly = {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: requireAdminCaller(dependencies),
  };
  app.post("/send-emails", adminsOnly, sendEmails(dependencies));
  app.post("/send-campaign", adminsOnly, sendCampaign(dependencies));
  app.post("/preview-email", adminsOnly, previewEmail(dependencies));
}
