import type { AuthDependencies } from "../../dependencies.ts";
import { createPasskeyChallenge } from "../challenges.ts";
import { relyingPartyOf } from "../relying-party.ts";

const TIMEOUT_MS = 300_000;

/**
 * POST /passkeys/authentication/options, open to everyone. It names no passkey, so the reply is the same for everyone:
 * the device shows those that it has. It costs nothing and stores nothing, so it needs no bot challenge.
 */
export function startPasskeySignIn({ internalKeys, config }: AuthDependencies) {
  const { id: rpId } = relyingPartyOf(config);
  return async () => {
    const { id, challenge, expiresAt } = createPasskeyChallenge(internalKeys, ["sign-in"]);
    return {
      challenge_id: id,
      options: { challenge, rpId, timeout: TIMEOUT_MS, userVerification: "required" },
      expires_at: expiresAt,
    };
  };
}
