/** The claims of an access token that the screens use. Only the server can tell whether they are true. */
export interface Claims {
  readonly aal?: string;
  /** The newest method first; the last one started the session. */
  readonly amr?: readonly { readonly method: string; readonly timestamp: number }[];
}

export function readClaims(accessToken: string): Claims {
  const payload = accessToken.split(".")[1] ?? "";
  return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as Claims;
}
