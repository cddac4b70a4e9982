import type { FastifyInstance } from "fastify";
import { describeFailure } from "../../errors/describe-failure.ts";
import { Refusal } from "../../errors/refusal.ts";
import { mailgun } from "./mailgun.ts";
import { sendGrid } from "./sendgrid.ts";
import { ses } from "./ses.ts";
import type { SignedRequest, WebhookDependencies } from "./webhook.ts";

export type { WebhookDependencies } from "./webhook.ts";

/** SendGrid collects events up to 768 KB. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * /bounces/v1, where the mail providers report mails that came back. Anybody can call it. A provider has a route only
 * if its setting is there, and a report whose signature does not verify is refused.
 */
export function bounceWebhookRoutes(app: FastifyInstance, dependencies: WebhookDependencies): void {
  const { BOUNCE_WEBHOOK_SES_TOPIC, BOUNCE_WEBHOOK_SENDGRID_KEY, BOUNCE_WEBHOOK_MAILGUN_KEY } =
    dependencies.config;
  // The signatures are over the bytes, and Amazon sends JSON as text.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler(async (error: Error, request, reply) => {
    if (error instanceof Refusal) {
      request.log.warn({ err: error }, "a report of a mail provider was refused");
      return reply.code(error.status).send({ error: error.message });
    }
    const { status, headers, message } = describeFailure(error);
    if (status >= 500) request.log.error({ err: error }, "a report of a mail provider failed");
    return reply.code(status).headers(headers).send({ error: message });
  });
  const add = (name: string, handle: (request: SignedRequest) => Promise<void>) =>
    app.post<{ Body: Buffer }>(`/${name}`, async (request) => {
      if (!Buffer.isBuffer(request.body)) throw new Refusal(400, "The report is empty.");
      await handle(request);
      return {};
    });
  if (BOUNCE_WEBHOOK_SES_TOPIC) add("ses", ses(dependencies, BOUNCE_WEBHOOK_SES_TOPIC));
  if (BOUNCE_WEBHOOK_SENDGRID_KEY) add("sendgrid", sendGrid(dependencies, BOUNCE_WEBHOOK_SENDGRID_KEY));
  if (BOUNCE_WEBHOOK_MAILGUN_KEY) add("mailgun", mailgun(dependencies, BOUNCE_WEBHOOK_MAILGUN_KEY));
}
