import type { FastifyInstance, FastifyRequest } from "fastify";
import { MAX_FILE_BYTES } from "../office-files/table-problem.ts";
import { checkAdmin } from "./check-admin.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { handleErrors } from "./errors.ts";
import { exportStudents } from "./export-students.ts";
import { inviteColleague } from "./invite-colleague.ts";
import { openAttachment } from "./open-attachment.ts";
import { previewEmail } from "./preview-email.ts";
import { readListOfRanks } from "./read-list.ts";
import { readStatementFile } from "./read-statement.ts";
import { receipt } from "./receipt.ts";
import { removeAdmin } from "./remove-admin.ts";
import { BODY_LIMIT_BYTES } from "./request-body.ts";
import { requireRight } from "./require-right.ts";
import { sendAccountMail } from "./send-account-mail.ts";
import { sendCampaign } from "./send-campaign.ts";
import { sendEmails } from "./send-emails.ts";

export type { FunctionsDependencies } from "./dependencies.ts";

/** The functions that the screens call, under /functions/v1. */
export function functionsRoutes(app: FastifyInstance, dependencies: FunctionsDependencies): void {
  handleErrors(app);

  // For callers with a Bearer token.
  app.post("/check-admin", checkAdmin(dependencies));
  app.post("/receipt", receipt(dependencies));

  // For admins. Others are refused before their body, which may be large, is read.
  const adminsOnly = {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: requireRight(dependencies, "administer"),
  };
  app.post("/send-emails", adminsOnly, sendEmails(dependencies));
  app.post("/send-campaign", adminsOnly, sendCampaign(dependencies));
  app.post("/open-attachment", adminsOnly, openAttachment(dependencies));
  app.post("/preview-email", adminsOnly, previewEmail(dependencies));
  app.post("/send-account-mail", adminsOnly, sendAccountMail(dependencies));
  app.post("/export-students", adminsOnly, exportStudents(dependencies));
  app.post("/invite-colleague", adminsOnly, inviteColleague(dependencies));
  app.post("/remove-admin", adminsOnly, removeAdmin(dependencies));
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/octet-stream",
      { parseAs: "buffer" },
      (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body),
    );
    const accounts = { bodyLimit: MAX_FILE_BYTES, onRequest: requireRight(dependencies, "take payments") };
    scope.post("/read-statement", accounts, readStatementFile(dependencies));
    scope.post("/read-list", { ...adminsOnly, bodyLimit: MAX_FILE_BYTES }, readListOfRanks(dependencies));
  });
}
