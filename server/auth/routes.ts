import type { FastifyInstance } from "fastify";
import type { AuthDependencies } from "./dependencies.ts";
import { getCommonPasswords } from "./endpoints/common-passwords.ts";
import { endAllOtherSessions, endSession } from "./endpoints/end-session.ts";
import { getUser } from "./endpoints/get-user.ts";
import { getHealth } from "./endpoints/health.ts";
import { getPublicKeys } from "./endpoints/jwks.ts";
import { listSessions } from "./endpoints/list-sessions.ts";
import { logout } from "./endpoints/logout.ts";
import { sendMagicLink } from "./endpoints/otp.ts";
import { pressLink } from "./endpoints/press-link.ts";
import { reauthenticate } from "./endpoints/reauthenticate.ts";
import { recover } from "./endpoints/recover.ts";
import { ownerOfRefreshToken } from "./endpoints/refresh-token-grant.ts";
import { resend } from "./endpoints/resend.ts";
import { getSettings } from "./endpoints/settings.ts";
import { showLink } from "./endpoints/show-link.ts";
import { signUp } from "./endpoints/sign-up.ts";
import { token } from "./endpoints/token.ts";
import { updateUser } from "./endpoints/update-user.ts";
import { verifyCode } from "./endpoints/verify-code.ts";
import { renderError } from "./error-handler.ts";
import { type RefusalName, refusal } from "./errors.ts";
import { challengeFactor } from "./factors/endpoints/challenge-factor.ts";
import { createRecoveryCodes, regenerateRecoveryCodes } from "./factors/endpoints/create-recovery-codes.ts";
import { deleteRecoveryCodes } from "./factors/endpoints/delete-recovery-codes.ts";
import { enrollFactor } from "./factors/endpoints/enroll-factor.ts";
import { getRecoveryCodes } from "./factors/endpoints/get-recovery-codes.ts";
import { unenrollFactor } from "./factors/endpoints/unenroll-factor.ts";
import { verifyFactor } from "./factors/endpoints/verify-factor.ts";
import { verifyRecoveryCode } from "./factors/endpoints/verify-recovery-code.ts";
import { getPasskeys } from "./passkeys/endpoints/list-passkeys.ts";
import { removePasskey } from "./passkeys/endpoints/remove-passkey.ts";
import { renamePasskey } from "./passkeys/endpoints/rename-passkey.ts";
import { startPasskeyRegistration } from "./passkeys/endpoints/start-registration.ts";
import { startPasskeySignIn } from "./passkeys/endpoints/start-sign-in.ts";
import { verifyPasskeyRegistration } from "./passkeys/endpoints/verify-registration.ts";
import { verifyPasskeySignIn } from "./passkeys/endpoints/verify-sign-in.ts";
import { parseFormBodies, parseJsonBodies } from "./request-schemas.ts";
import { EndedSessions } from "./sessions/ended-sessions.ts";

export type { AuthDependencies } from "./dependencies.ts";

/** The largest response of a device is a registration, with an attestation of a few certificates. */
const PASSKEY_BODY = { bodyLimit: 65_536 };

/** The largest tokens are the responses of external bot challenges, with a few thousand bytes. */
const MAX_TOKEN_BYTES = 32 * 1024;

/** Registers the endpoints under /auth/v1, grouped by who may call them. */
export function authRoutes(app: FastifyInstance, dependencies: AuthDependencies): void {
  parseJsonBodies(app);
  app.setErrorHandler(renderError);
  app.setNotFoundHandler(refuse("notFound"));
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
  });

  // Open to everyone.
  app.get("/settings", getSettings);
  app.get("/health", getHealth);
  app.get("/.well-known/jwks.json", getPublicKeys(dependencies));
  app.get("/common-passwords/:prefix", getCommonPasswords);

  // Open to everyone who passes the bot challenge, within the rate limits.
  app.post("/signup", signUp(dependencies));
  // A refresh token needs no challenge, and proves whose the request is.
  const endedSessions = new EndedSessions();
  app.post(
    "/token",
    {
      bodyLimit: MAX_TOKEN_BYTES,
      config: { clientFromBody: ownerOfRefreshToken(dependencies, endedSessions) },
    },
    token(dependencies, endedSessions),
  );
  app.post("/recover", recover(dependencies));
  app.post("/resend", resend(dependencies));
  app.post("/otp", sendMagicLink(dependencies));
  app.post("/magiclink", sendMagicLink(dependencies));

  // For everyone who holds a token from a mail. Mail scanners open every link, so a GET changes nothing.
  app.get("/verify", showLink(dependencies));
  app.post("/verify", verifyCode(dependencies));
  app.register(async (scope) => {
    parseFormBodies(scope);
    scope.post("/verify-link", pressLink(dependencies));
  });

  // For everyone who holds a passkey.
  app.post("/passkeys/authentication/options", startPasskeySignIn(dependencies));
  app.post("/passkeys/authentication/verify", PASSKEY_BODY, verifyPasskeySignIn(dependencies));

  // For the signed-in user, even while their second step is missing.
  app.get("/user", getUser(dependencies));
  app.post("/logout", logout(dependencies));
  app.post("/factors/:id/challenge", challengeFactor(dependencies));
  app.post("/factors/:id/verify", verifyFactor(dependencies));
  app.get("/factors/recovery-codes", getRecoveryCodes(dependencies));
  app.post("/factors/recovery-codes/verify", verifyRecoveryCode(dependencies));

  // For the signed-in user, with both steps if they have two.
  app.put("/user", updateUser(dependencies));
  app.get("/reauthenticate", { exposeHeadRoute: false }, reauthenticate(dependencies));
  app.get("/sessions", listSessions(dependencies));
  app.delete("/sessions", endAllOtherSessions(dependencies));
  app.delete("/sessions/:id", endSession(dependencies));
  app.post("/factors", enrollFactor(dependencies));
  app.delete("/factors/:id", unenrollFactor(dependencies));
  app.post("/factors/recovery-codes", createRecoveryCodes(dependencies));
  app.post("/factors/recovery-codes/regenerate", regenerateRecoveryCodes(dependencies));
  app.delete("/factors/recovery-codes", deleteRecoveryCodes(dependencies));

  app.get("/passkeys", getPasskeys(dependencies));
  app.post("/passkeys/registration/options", startPasskeyRegistration(dependencies));
  app.post("/passkeys/registration/verify", PASSKEY_BODY, verifyPasskeyRegistration(dependencies));
  app.patch("/passkeys/:id", renamePasskey(dependencies));
  app.delete("/passkeys/:id", removePasskey(dependencies));

  // Endpoints of the protocol that this product does not offer.
  app.get("/authorize", refuse("providerOff"));
  app.get("/callback", refuse("flowStateUnknown"));
  app.post("/sso", refuse("samlOff"));
  app.get("/user/identities/authorize", refuse("linkingOff"));
  app.delete("/user/identities/:id", refuse("linkingOff"));
}

function refuse(name: RefusalName) {
  return async () => {
    throw refusal(name);
  };
}
