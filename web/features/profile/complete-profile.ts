import { tables } from "../../backend/tables.ts";

export type ShortProfile = Readonly<Record<"first_name" | "last_name" | "phone", string>>;

export async function completeProfile(
  user: { id: string; email?: string | undefined },
  profile: ShortProfile,
): Promise<void> {
  const { error } = await tables()
    .from("profiles")
    .upsert({ id: user.id, email: user.email ?? null, ...profile });
  if (error) throw error;
}

/** Returns the data of an earlier visit, or null. */
export async function findShortProfile(userId: string): Promise<ShortProfile | null> {
  const { data, error } = await tables()
    .from("profiles")
    .select("first_name, last_name, phone")
    .eq("id", userId)
    .maybeSingle();
  if (error) throw error;
  return data;
}
