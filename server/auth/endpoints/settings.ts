import type { FastifyReply, FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";

const PROVIDERS_THAT_ARE_OFF = [
  "anonymous_users",
  "phone",
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "snapchat",
  "spotify",
  "twitch",
  "twitter",
  "workos",
  "zoom",
];

const SETTINGS = {
  external: { email: true, ...Object.fromEntries(PROVIDERS_THAT_ARE_OFF.map((name) => [name, false])) },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: "",
  saml_enabled: false,
  passkeys_enabled: false,
};

/** GET /settings: which ways to sign in there are. */
export async function settings() {
  return SETTINGS;
}

/** GET /health. The name is that of the protocol, by which clients know it. */
export async function health() {
  return { version: "maarga", name: "GoTrue", description: "Maarga's sign-in" };
}

/** GET /.well-known/jwks.json: the public keys, so that a token can be checked without asking. */
export function publicKeys({ tokens }: AuthDependencies) {
  return async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header("cache-control", "public, max-age=600").send(tokens.jwks());
}
