/** What a mailed link left in the page's address: a session that is not taken yet, or why there is none. */
export function parseLinkFragment(hash: string): "none" | "pending" | "refused" {
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  if (fragment.has("error") || fragment.has("error_code")) return "refused";
  return fragment.has("access_token") ? "pending" : "none";
}
