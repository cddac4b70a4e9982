import { useQuery } from "@tanstack/react-query";
import { tables } from "../backend/tables.ts";
import { useUser } from "./user.ts";

export interface OwnProfile {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
}

export const ownProfileKey = (userId: string) => ["own-profile", userId] as const;

/** Returns null if the profile has not been completed yet. */
async function fetchOwnProfile(userId: string): Promise<OwnProfile | null> {
  const { data, error } = await tables()
    .from("profiles")
    .select("first_name, last_name, phone, email")
    .eq("id", userId)
    .maybeSingle();
  if (error) throw error;
  return (
    data && {
      firstName: data.first_name,
      lastName: data.last_name,
      phone: data.phone,
      email: data.email ?? "",
    }
  );
}

export function useOwnProfile() {
  const { id } = useUser();
  return useQuery({ queryKey: ownProfileKey(id), queryFn: () => fetchOwnProfile(id) });
}
