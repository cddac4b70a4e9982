import type { FastifyInstance } from "fastify";
import type { AuthDependencies } from "./dependencies.ts";
import { readUser } from "./endpoints/get-user.ts";
import { logout } from "./endpoints/logout.ts";
import { oneTimeSignIn } from "./endpoints/otp.ts";
import { reauthenticate } from "./endpoints/reauthenticate.ts";
import { recover } from "./endpoints/recover.ts";
import { resend } from "./endpoints/resend.ts";
import { health, publicKeys, settings } from "./endpoints/settings.ts";
import { signUp } from "./endpoints/sign-up.ts";
import { token } from "./endpoints/token.ts";
import { changeUser } from "./endpoints/update-user.ts";
import { verifyCode } from "./endpoints/verify-code.ts";
import { verifyLink } from "./endpoints/verify-link.ts";
import { renderError } from "./error-handler.ts";
import { type RefusalName, refusal } from "./errors.ts";
import { parseJsonBodies } from "./request-schemas.ts";

export type { AuthDependencies } from "./dependencies.ts";

/** Sign-in, under /auth/v1. */
export function authRoutes(app: FastifyInstance, parts: AuthDependencies): void {
  parseJsonBodies(app);
  app.setErrorHandler(renderError);
  app.setNotFoundHandler(refuse("notFound"));
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
  });

  // For everyone.
  app.get("/settings", settings);
  app.get("/health", health);
  app.get("/.well-known/jwks.json", publicKeys(parts));

  // For everyone, within limits and past the bot challenge.
  app.post("/signup", signUp(parts));
  app.post("/token", token(parts));
  app.post("/recover", recover(parts));
  app.post("/resend", resend(parts));
  app.post("/otp", oneTimeSignIn(parts));
  app.post("/magiclink", oneTimeSignIn(parts));

  // For whoever can read the mail. Looking at a link with HEAD, as mail scanners do, must not use it up.
  app.get("/verify", { exposeHeadRoute: false }, verifyLink(parts));
  app.post("/verify", verifyCode(parts));

  // For whoever is signed in.
  app.get("/user", readUser(parts));
  app.put("/user", changeUser(parts));
  app.get("/reauthenticate", { exposeHeadRoute: false }, reauthenticate(parts));
  app.post("/logout", logout(parts));

  // What the protocol knows and this product does not offer.
  app.get("/authorize", refuse("providerOff"));
  app.get("/callback", refuse("flowStateUnknown"));
  app.post("/sso", refuse("samlOff"));
  app.get("/user/identities/authorize", refuse("linkingOff"));
  app.delete("/user/identities/:id", refuse("linkingOff"));
  app.post("/factors", refuse("mfaOff"));
  app.all("/factors/*", refuse("mfaOff"));
}

function refuse(name: RefusalName) {
  return async () => {
    throw refusal(name);
  };
}
