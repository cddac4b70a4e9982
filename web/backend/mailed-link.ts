import type { LinkOutcome } from "./exchange-code.ts";

let outcome: Promise<LinkOutcome> | undefined;

/**
 * Exchanges the code in the page's address for a session, once per page. Tokens in an address are ignored: anybody could have
 * put them there.
 */
export function openMailedLink(): Promise<LinkOutcome> {
  outcome ??= open();
  return outcome;
}

export function hasMailedCode(): boolean {
  return new URLSearchParams(location.search).has("code");
}

/** Returns whether a refused link led to this page. */
export function hasMailedError(): boolean {
  return /[#&]error_code=/.test(location.hash);
}

async function open(): Promise<LinkOutcome> {
  if (!hasMailedCode()) return hasMailedError() ? "refused" : "none";
  // Loaded on demand, to keep the pages light.
  const loaded = await import("./exchange-code.ts").catch(() => null);
  return loaded ? loaded.exchangeCode() : "unreachable";
}
