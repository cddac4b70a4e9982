/** Finds the result of a mailed link in the page's URL: a session still to be stored, or an error. */
export function parseLinkFragment(hash: string): "none" | "pending" | "refused" {
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  if (fragment.has("error") || fragment.has("error_code")) return "refused";
  return fragment.has("access_token") ? "pending" : "none";
}
