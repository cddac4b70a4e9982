import {
  createHash,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { unwrap } from "./second-step.ts";

/** A device that creates passkeys and signs with them, and can be told to misbehave. */
export interface Passkey {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  readonly algorithm: Algorithm;
  userHandle: string;
  signCount: number;
}

export type Algorithm = "ES256" | "RS256" | "EdDSA";

/** Deviations from what an honest device and browser send. */
export interface Deviations {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly flags?: number;
  readonly signCount?: number;
  readonly userHandle?: string;
  readonly algorithm?: Algorithm;
  /** The id of an existing credential. */
  readonly id?: Buffer;
  readonly changeAuthData?: (bytes: Buffer) => Buffer;
  readonly changeAttestation?: (bytes: Buffer) => Buffer;
}

const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

/** The parts of the server's options that a device reads. */
interface Options {
  readonly challenge: string;
  readonly rpId?: string | undefined;
  readonly rp?: { readonly id?: string | undefined };
  readonly user?: { readonly id: string };
}

interface Registration {
  readonly passkey: Passkey;
  // biome-ignore lint/suspicious/noExplicitAny: the client's type is that of a browser
  readonly credential: any;
}

export function createPasskey(origin: string, options: Options, deviations: Deviations = {}): Registration {
  const algorithm = deviations.algorithm ?? "ES256";
  const { publicKey, privateKey } = generateKeys(algorithm);
  const passkey: Passkey = {
    id: deviations.id ?? randomBytes(16),
    privateKey,
    algorithm,
    userHandle: options.user?.id ?? "",
    signCount: deviations.signCount ?? 0,
  };
  const flags = (deviations.flags ?? PRESENT_AND_VERIFIED) | HAS_CREDENTIAL;
  const header = authenticatorData(options.rp?.id ?? "", flags, passkey.signCount, deviations);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(passkey.id.length);
  const authData = Buffer.concat([
    header,
    Buffer.alloc(16),
    length,
    passkey.id,
    coseKey(publicKey, algorithm),
  ]);
  const attestation = encode(
    new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", deviations.changeAuthData?.(authData) ?? authData],
    ]),
  );
  const credential = {
    id: passkey.id.toString("base64url"),
    rawId: passkey.id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData("webauthn.create", options, origin, deviations).toString("base64url"),
      attestationObject: (deviations.changeAttestation?.(attestation) ?? attestation).toString("base64url"),
    },
  };
  return { passkey, credential };
}

export function signWith(
  passkey: Passkey,
  origin: string,
  options: Options,
  deviations: Deviations = {},
  // biome-ignore lint/suspicious/noExplicitAny: the client's type is that of a browser
): any {
  const signCount = deviations.signCount ?? passkey.signCount;
  const flags = deviations.flags ?? PRESENT_AND_VERIFIED;
  const bytes = authenticatorData(options.rpId ?? "", flags, signCount, deviations);
  const authData = deviations.changeAuthData?.(bytes) ?? bytes;
  const data = clientData("webauthn.get", options, origin, deviations);
  const signed = Buffer.concat([authData, createHash("sha256").update(data).digest()]);
  return {
    id: passkey.id.toString("base64url"),
    rawId: passkey.id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: data.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: sign(passkey.algorithm === "EdDSA" ? null : "sha256", signed, passkey.privateKey).toString(
        "base64url",
      ),
      userHandle: deviations.userHandle ?? passkey.userHandle,
    },
  };
}

/** Adds a passkey with the calls of the official client. */
export async function addPasskey(
  client: SupabaseClient,
  origin: string,
  deviations: Deviations = {},
): Promise<Passkey & { readonly rowId: string }> {
  const { challenge_id, options } = unwrap(await client.auth.passkey.startRegistration());
  const { passkey, credential } = createPasskey(origin, options, deviations);
  const added = unwrap(
    await client.auth.passkey.verifyRegistration({ challengeId: challenge_id, credential }),
  );
  return { ...passkey, rowId: added.id };
}

/** Signs in with the calls of the official client, and returns its response. */
export async function signInWithPasskey(
  client: SupabaseClient,
  origin: string,
  passkey: Passkey,
  deviations: Deviations = {},
) {
  const { challenge_id, options } = unwrap(await client.auth.passkey.startAuthentication());
  const credential = signWith(passkey, origin, options, deviations);
  return client.auth.passkey.verifyAuthentication({ challengeId: challenge_id, credential });
}

function generateKeys(algorithm: Algorithm) {
  if (algorithm === "RS256") return generateKeyPairSync("rsa", { modulusLength: 2048 });
  if (algorithm === "EdDSA") return generateKeyPairSync("ed25519");
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

function authenticatorData(rpId: string, flags: number, signCount: number, deviations: Deviations): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags);
  rest.writeUInt32BE(signCount, 1);
  return Buffer.concat([
    createHash("sha256")
      .update(deviations.rpId ?? rpId)
      .digest(),
    rest,
  ]);
}

function clientData(type: string, { challenge }: Options, origin: string, deviations: Deviations): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: deviations.type ?? type,
      challenge: deviations.challenge ?? challenge,
      origin: deviations.origin ?? origin,
      crossOrigin: deviations.crossOrigin ?? false,
    }),
  );
}

function coseKey(publicKey: KeyObject, algorithm: Algorithm): Buffer {
  const jwk = publicKey.export({ format: "jwk" }) as JsonWebKey;
  const bytes = (text: unknown) => Buffer.from(text as string, "base64url");
  const entries: Record<Algorithm, () => readonly (readonly [number, unknown])[]> = {
    ES256: () => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ],
    RS256: () => [
      [1, 3],
      [3, -257],
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ],
    EdDSA: () => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ],
  };
  return encode(new Map(entries[algorithm]()));
}

/** Encodes a value in CBOR. */
function encode(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map((item) => encode(item))]);
  throw new Error("the tests encode no such value");
}

function head(type: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(type << 5) | argument]);
  if (argument < 256) return Buffer.from([(type << 5) | 24, argument]);
  return Buffer.from([(type << 5) | 25, argument >> 8, argument & 0xff]);
}
