// Stands in for parts of the official client that nobody calls: sign-in with Ethereum, its own calls of the browser's
// passkeys (features/auth/passkeys has ours), and Iceberg catalogs.

function notIncluded(): never {
  throw new Error("This part of the client is not included.");
}

/** The client creates one. */
export class WebAuthnApi {}

export {
  notIncluded as browserSupportsWebAuthn,
  notIncluded as createCredential,
  notIncluded as createSiweMessage,
  notIncluded as deserializeCredentialCreationOptions,
  notIncluded as deserializeCredentialRequestOptions,
  notIncluded as fromHex,
  notIncluded as getAddress,
  notIncluded as getCredential,
  notIncluded as IcebergRestCatalog,
  notIncluded as serializeCredentialCreationResponse,
  notIncluded as serializeCredentialRequestResponse,
  notIncluded as toHex,
  notIncluded as webAuthnAbortService,
};
