import { auth, SESSION_KEY } from "./auth.ts";

/** The result of the mailed link that opened this page. */
export type LinkOutcome = "none" | "signed-in" | "refused" | "unreachable";

/** Only a browser that asked for the mail, or in which the button of the mailed link was pressed, has the secret for the code. */
export async function exchangeCode(): Promise<LinkOutcome> {
  const { searchParams } = new URL(location.href);
  const code = searchParams.get("code") ?? "";
  const flowId = searchParams.get("sb_flow_id") ?? undefined;
  const restoreSecret = keepSecret(flowId);
  const { error } = await auth().exchangeCodeForSession(code, flowId ? { flowId } : {});
  // No response arrived, or the server has no time now: the code is still good.
  if (error?.name === "AuthRetryableFetchError" || error?.status === 429) {
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
