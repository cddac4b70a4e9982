export async function hasProfile(userId: string): Promise<boolean> {
  // Loaded on demand, to keep the sign-in page light.
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
