import type { FastifyInstance } from "fastify";
import type { AuthDependencies } from "./dependencies.ts";
import { getUser } from "./endpoints/get-user.ts";
import { logout } from "./endpoints/logout.ts";
import { oneTimeSignIn } from "./endpoints/otp.ts";
import { reauthenticate } from "./endpoints/reauthenticate.ts";
import { recover } from "./endpoints/recover.ts";
import { resend } from "./endpoints/resend.ts";
import { health, publicKeys, settings } from "./endpoints/settings.ts";
import { signUp } from "./endpoints/sign-up.ts";
import { token } from "./endpoints/token.ts";
import { updateUser } from "./endpoints/update-user.ts";
import { verifyCode } from "./endpoints/verify-code.ts";
import { verifyLink } from "./endpoints/verify-link.ts";
import { renderError } from "./error-handler.ts";
import { type RefusalName, refusal } from "./errors.ts";
import { parseJsonBodies } from "./request-schemas.ts";

export type { AuthDependencies } from "./dependencies.ts";

/** Sign-in, under /auth/v1. */
export function authRoutes(app: FastifyInstance, dependencies: AuthDependencies): void {
  parseJsonBodies(app);
  app.setErrorHandler(renderError);
  app.setNotFoundHandler(refuse("notFound"));
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
  });

  // For everyone.
  app.get("/settings", settings);
  app.get("/health", health);
  app.get("/.well-known/jwks.json", publicKeys(dependencies));

  // For everyone, within limits and past the bot challenge.
  app.post("/signup", signUp(dependencies));
  app.post("/token", token(dependencies));
  app.post("/recover", recover(dependencies));
  app.post("/resend", resend(dependencies));
  app.post("/otp", oneTimeSignIn(dependencies));
  app.post("/magiclink", oneTimeSignIn(dependencies));

  // For whoever can read the mail. Looking at a link with HEAD, as mail scanners do, must not use it up.
  app.get("/verify", { exposeHeadRoute: false }, verifyLink(dependencies));
  app.post("/verify", verifyCode(dependencies));

  // For whoever is signed in.
  app.get("/user", getUser(dependencies));
  app.put("/user", updateUser(dependencies));
  app.get("/reauthenticate", { exposeHeadRoute: false }, reauthenticate(dependencies));
  app.post("/logout", logout(dependencies));

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
