/** Browsers offer WebAuthn only on https and localhost, and passkeys belong to a domain, never to an IP address. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && !/^[\d.]+$|^\[/.test(location.hostname);
}
