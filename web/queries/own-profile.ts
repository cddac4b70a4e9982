import { useQuery } from "@tanstack/react-query";
import type { Database } from "../backend/database.ts";
import { tables } from "../backend/tables.ts";
import { useUser } from "./user.ts";

export interface OwnProfile {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  /** Whether mails to the address come back; known only from the overview. Short, because every page has it. */
  readonly bounces?: boolean | undefined;
}

export type ProfileRow = Pick<
  Database["public"]["Tables"]["profiles"]["Row"],
  "first_name" | "last_name" | "phone" | "email"
> & { readonly bounces?: boolean };

export const ownProfileKey = (userId: string) => ["own-profile", userId] as const;

/** Returns null if the profile has not been completed yet. */
export async function fetchOwnProfile(userId: string): Promise<OwnProfile | null> {
  const { data, error } = await tables()
    .from("profiles")
    .select("first_name, last_name, phone, email")
    .eq("id", userId)
    .maybeSingle();
  if (error) throw error;
  return toOwnProfile(data);
}

export function toOwnProfile(row: ProfileRow | null): OwnProfile | null {
  return (
    row && {
      firstName: row.first_name,
      lastName: row.last_name,
      phone: row.phone,
      email: row.email ?? "",
      bounces: row.bounces,
    }
  );
}

export function useOwnProfile() {
  const { id } = useUser();
  return useQuery({ queryKey: ownProfileKey(id), queryFn: () => fetchOwnProfile(id) });
}
