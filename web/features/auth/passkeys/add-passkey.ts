import type { PasskeyRegistrationOptionsResponse } from "@supabase/auth-js";
import { auth } from "../../../backend/auth.ts";
import { callWithPassword } from "./passkeys.ts";

type Options = PasskeyRegistrationOptionsResponse["options"];

/** Creates a passkey on this device and registers it with the server. */
export async function addPasskey(password: string): Promise<void> {
  const response = await callWithPassword("/registration/options", "POST", password);
  const { challenge_id, options } = (await response.json()) as PasskeyRegistrationOptionsResponse;
  const created = await navigator.credentials.create({ publicKey: decode(options) });
  const { error } = await (await auth()).passkey.verifyRegistration({
    challengeId: challenge_id,
    credential: encode(created as PublicKeyCredential),
  });
  if (error) throw error;
}

// Older phones lack the browser's own parseCreationOptionsFromJSON() and toJSON().

function decode({ challenge, user, excludeCredentials = [], ...rest }: Options) {
  return {
    ...rest,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials.map(({ id }) => ({ type: "public-key", id: toBytes(id) })),
  } as PublicKeyCredentialCreationOptions;
}

function encode({ id, response }: PublicKeyCredential) {
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
  return {
    id,
    rawId: id,
    type: "public-key" as const,
    clientExtensionResults: {},
    response: { clientDataJSON: toText(clientDataJSON), attestationObject: toText(attestationObject) },
  };
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
