import { createHash } from "node:crypto";
import { z } from "zod";
import {
  type AuthenticatorData,
  MAX_CREDENTIAL_ID_BYTES,
  readAuthenticatorData,
} from "./authenticator-data.ts";
import { CborError, decodeCbor } from "./cbor.ts";
import { isSignedBy, type PasskeyPublicKey } from "./public-key.ts";
import type { relyingPartyOf } from "./relying-party.ts";

/** Bytes in base64url, as browsers send them. */
function encodedBytes(maxBytes: number) {
  return z
    .string()
    .max(Math.ceil((maxBytes * 4) / 3))
    .regex(/^[\w-]+$/)
    .transform((text) => Buffer.from(text, "base64url"));
}

const clientData = encodedBytes(4_096);

export const registrationResponse = z.object({
  type: z.literal("public-key"),
  response: z.object({ clientDataJSON: clientData, attestationObject: encodedBytes(16_384) }),
});

export const signInResponse = z.object({
  id: encodedBytes(MAX_CREDENTIAL_ID_BYTES),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: encodedBytes(2_048),
    signature: encodedBytes(1_024),
    userHandle: encodedBytes(64),
  }),
});

type RegistrationResponse = z.infer<typeof registrationResponse>["response"];
type SignInResponse = z.infer<typeof signInResponse>["response"];

/** The values that the browser's signed client data must have. */
export interface Expected {
  readonly type: "webauthn.create" | "webauthn.get";
  readonly challenges: readonly string[];
  readonly relyingParty: ReturnType<typeof relyingPartyOf>;
}

const clientDataJson = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  /** True if the page was in a frame of another site. */
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
});

/** Compares the browser's client data with the request. */
function isExpectedClientData(bytes: Buffer, { type, challenges, relyingParty }: Expected): boolean {
  const parsed = clientDataJson.safeParse(parseJson(bytes));
  if (!parsed.success) return false;
  const { data } = parsed;
  const isFramed = data.crossOrigin === true || data.topOrigin !== undefined;
  return (
    data.type === type &&
    challenges.includes(data.challenge) &&
    data.origin === relyingParty.origin &&
    !isFramed
  );
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/**
 * Returns the new credential, or null if the response is not valid. No attestation was requested, so its statement,
 * which a device may still send, is not checked: the maker of a device does not matter.
 */
export function readRegistration(
  { clientDataJSON, attestationObject }: RegistrationResponse,
  expected: Expected,
): (AuthenticatorData & { readonly credential: NonNullable<AuthenticatorData["credential"]> }) | null {
  if (!isExpectedClientData(clientDataJSON, expected)) return null;
  return refuseBadCbor(() => {
    const { value, length } = decodeCbor(attestationObject);
    if (!(value instanceof Map) || length !== attestationObject.length) return null;
    const bytes: unknown = value.get("authData");
    const data = Buffer.isBuffer(bytes) ? readAuthenticatorData(bytes) : null;
    if (!data?.credential || !isVerifiedBy(data, expected)) return null;
    return { ...data, credential: data.credential };
  });
}

/** Returns the verified authenticator data, or null if the response is not valid for this passkey. */
export function readSignIn(
  { clientDataJSON, authenticatorData, signature }: SignInResponse,
  publicKey: PasskeyPublicKey,
  expected: Expected,
): AuthenticatorData | null {
  if (!isExpectedClientData(clientDataJSON, expected)) return null;
  return refuseBadCbor(() => {
    const data = readAuthenticatorData(authenticatorData);
    if (!data || !isVerifiedBy(data, expected)) return null;
    const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientDataJSON).digest()]);
    return isSignedBy(publicKey, signed, signature) ? data : null;
  });
}

/** The device must have checked a fingerprint, a face or the screen lock: only then is a passkey two steps in one. */
function isVerifiedBy(data: AuthenticatorData, { relyingParty }: Expected): boolean {
  return data.relyingPartyHash.equals(relyingParty.idHash) && data.isUserPresent && data.isUserVerified;
}

function refuseBadCbor<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof CborError) return null;
    throw error;
  }
}
