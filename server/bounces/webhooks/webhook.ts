import type { FastifyRequest } from "fastify";
import type { Bounces } from "../bounces.ts";

export interface WebhookDependencies {
  readonly bounces: Bounces;
  readonly config: {
    readonly BOUNCE_WEBHOOK_SES_TOPIC?: string | undefined;
    readonly BOUNCE_WEBHOOK_SENDGRID_KEY?: string | undefined;
    readonly BOUNCE_WEBHOOK_MAILGUN_KEY?: string | undefined;
  };
  /** Requests certificates from Amazon. */
  readonly fetch?: typeof fetch;
}

/** The body is there as it was sent, because signatures are over its bytes. */
export type SignedRequest = Pick<FastifyRequest, "headers"> & { readonly body: Buffer };

/** The token in a Message-ID, so that a mail counts once although it is reported in another way, too. */
export function tokensIn(messageId: string | undefined): string[] {
  return [messageId?.replace(/^<|@.*$/g, "") ?? ""];
}
