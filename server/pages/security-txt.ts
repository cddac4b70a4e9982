import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";

const PATH = "/.well-known/security.txt";
const POLICY_PATH = "/.well-known/security-policy.txt";
/** RFC 9116 recommends less than a year, so that nobody relies on contacts that have changed. */
const VALID_DAYS = 180;

const POLICY = `Reporting a security problem

Please write to the contact in ${PATH}. Say what you did and what you saw, step by step.

- Use accounts of your own. Do not read, change or keep data of other people; stop and report as soon as you see any.
- Do not slow the service down for others, and do not send mails to people who did not ask for them.
- Give us time to fix the problem before you publish it.

Thank you for helping to protect the students who use this service.
`;

/** Tells researchers where to report a security problem (RFC 9116). Without a contact there is no such file. */
export function securityTxtRoutes(
  app: FastifyInstance,
  config: Pick<Config, "SITE_URL" | "SUPPORT_EMAIL" | "SUPPORT_PHONE">,
): void {
  const contacts = [
    ...(config.SUPPORT_EMAIL ? [`mailto:${config.SUPPORT_EMAIL}`] : []),
    ...(config.SUPPORT_PHONE ? [`tel:${config.SUPPORT_PHONE.replace(/[^\d+]+/g, "-")}`] : []),
  ];
  if (contacts.length === 0) return;
  app.get(PATH, async (_request, reply) => {
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expiry()}`,
      "Preferred-Languages: en, kn",
      `Canonical: ${config.SITE_URL}${PATH}`,
      `Policy: ${config.SITE_URL}${POLICY_PATH}`,
    ];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
  app.get(POLICY_PATH, async (_request, reply) => reply.type("text/plain; charset=utf-8").send(POLICY));
}

function expiry(): string {
  return `${new Date(Date.now() + VALID_DAYS * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
}
