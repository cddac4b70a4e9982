import { auth, SESSION_KEY } from "./auth.ts";

/** The result of the mailed link that opened this page. */
export type LinkOutcome = "none" | "signed-in" | "refused" | "unreachable";

let outcome: Promise<LinkOutcome> | undefined;

/**
 * Exchanges the code in the page's address for a session, once per page. Only a browser that asked for the mail, or in which
 * the button of the mailed link was pressed, has the secret for it. Tokens in an address are ignored: anybody could have put
 * them there.
 */
export function openMailedLink(): Promise<LinkOutcome> {
  outcome ??= exchange(new URL(location.href));
  return outcome;
}

export function hasMailedCode(): boolean {
  return new URL(location.href).searchParams.has("code");
}

async function exchange({ searchParams, hash }: URL): Promise<LinkOutcome> {
  const code = searchParams.get("code");
  if (!code) return new URLSearchParams(hash.slice(1)).has("error_code") ? "refused" : "none";
  const flowId = searchParams.get("sb_flow_id") ?? undefined;
  const restoreSecret = keepSecret(flowId);
  const { error } = await auth().exchangeCodeForSession(code, flowId ? { flowId } : {});
  // The status 0 means that no response arrived.
  if (error?.name === "AuthRetryableFetchError" && error.status === 0) {
    restoreSecret();
    return "unreachable";
  }
  removeCodeFromAddress();
  return error ? "refused" : "signed-in";
}

/** The official client forgets the secret even if the request did not arrive. It is needed to try again. */
function keepSecret(flowId: string | undefined): () => void {
  const key = `${SESSION_KEY}${flowId ? `-flow-${flowId}` : ""}-code-verifier`;
  const secret = localStorage.getItem(key);
  return () => {
    if (secret !== null) localStorage.setItem(key, secret);
  };
}

function removeCodeFromAddress(): void {
  const url = new URL(location.href);
  url.searchParams.delete("code");
  url.searchParams.delete("sb_flow_id");
  history.replaceState(history.state, "", url);
}
