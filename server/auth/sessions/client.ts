import type { FastifyRequest } from "fastify";

/** The origin of a sign-in, for the list of sessions and the security events. */
export interface Client {
  readonly address: string;
  /** A short name such as "Chrome on Android". */
  readonly device: string;
}

export function describeClient({ ip, headers }: FastifyRequest): Client {
  return { address: ip, device: nameDevice(headers["user-agent"]) };
}

/** In this order: later browsers contain the names of earlier ones. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(?:OPR|OPiOS|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bUCBrowser\//, "UC Browser"],
  [/\b(?:YaBrowser)\//, "Yandex Browser"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bKAIOS\//i, "KaiOS"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** Returns a short name such as "Chrome on Android". Anyone can send any header, so it proves nothing. */
export function nameDevice(userAgent: string | undefined): string {
  const header = (userAgent ?? "").slice(0, 500);
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(header))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
