/** Whoever has no profile yet completes it first. */
export async function hasProfile(userId: string): Promise<boolean> {
  // The tables' client comes when it is needed: the page to sign in with is to be light.
  const { tables } = await import("../../backend/tables.ts");
  const { data, error } = await tables()
    .from("profiles")
    .select("*")
    .eq("id", userId)
    .retry(false)
    .maybeSingle();
  if (error) throw error;
  return data !== null;
}
