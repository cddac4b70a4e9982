/** Browsers have the interface only on https and localhost, and passkeys belong to a name, never to an IP address. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && !/^[\d.]+$|^\[/.test(location.hostname);
}
