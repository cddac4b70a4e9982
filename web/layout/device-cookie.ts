// Cookies that keep a choice on this device. Scripts in the head of each page read them before the first paint, as
// `name=value`, with or without the prefix.

/** With this prefix, a browser accepts a cookie only over HTTPS and for this host alone. */
const PREFIX = "__Host-";

/** Returns what to assign to `document.cookie`: the cookie, and the end of the other one with its name. */
export function cookiesFor(name: string, value: string, maxAgeSeconds: number, protocol: string): string[] {
  const attributes = "path=/; samesite=lax";
  const plain = (text: string, seconds: number) => `${name}=${text}; max-age=${seconds}; ${attributes}`;
  if (protocol !== "https:") return [plain(value, maxAgeSeconds)];
  // Earlier versions had no prefix.
  return [plain("", 0), `${PREFIX}${name}=${value}; max-age=${maxAgeSeconds}; ${attributes}; secure`];
}

/** A cookie with a maximum age of 0 is removed. */
export function keepOnDevice(name: string, value: string, maxAgeSeconds: number): void {
  for (const cookie of cookiesFor(name, value, maxAgeSeconds, location.protocol)) {
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in older browsers
    document.cookie = cookie;
  }
}
