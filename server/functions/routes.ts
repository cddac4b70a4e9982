import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IdentifyCaller } from "../gateway/identify-caller.ts";
import type { DressCampaignMail } from "../mail/campaign-mail.ts";
import type { Caller } from "../postgres/database.ts";
import { isAdmin, notAdmin } from "./check-admin.ts";
import { handleErrors, notCalled } from "./errors.ts";
import { previewEmail } from "./preview-email.ts";
import { BODY_LIMIT } from "./request-body.ts";
import { sendCampaign } from "./send-campaign.ts";
import { type SendEmailsDependencies, sendEmails } from "./send-emails.ts";

export interface FunctionsDependencies extends SendEmailsDependencies {
  readonly identify: IdentifyCaller;
  readonly dressCampaignMail: DressCampaignMail;
}

/** /functions/v1: what the screens ask the server to do. */
export function functionsRoutes(app: FastifyInstance, parts: FunctionsDependencies): void {
  handleErrors(app);
  const requireCaller = (request: FastifyRequest): Promise<Caller> => {
    if (request.headers.authorization === undefined) throw notCalled(401, "Missing authorization header");
    return parts.identify(request);
  };

  app.post("/check-admin", async (request) => ({
    isAdmin: await isAdmin(parts.api, await requireCaller(request)),
  }));

  // An admin, before the first of so many bytes is read.
  const onRequest = async (request: FastifyRequest) => {
    if (!(await isAdmin(parts.api, await requireCaller(request)))) throw notAdmin();
  };
  const forAdmins = { bodyLimit: BODY_LIMIT, onRequest };
  app.post("/send-emails", forAdmins, async (request) =>
    sendEmails(parts, await requireCaller(request), request.body),
  );
  app.post("/send-campaign", forAdmins, async (request) =>
    sendCampaign(parts, await requireCaller(request), request.body),
  );
  app.post("/preview-email", forAdmins, async (request) =>
    previewEmail(parts.dressCampaignMail, request.body),
  );
}
