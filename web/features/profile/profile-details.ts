import { useQuery } from "@tanstack/react-query";
import { tables } from "../../backend/tables.ts";
import { useUser } from "../../queries/user.ts";
import type { MAX_LENGTHS } from "./max-lengths.ts";

export type ProfileDetails = Readonly<Record<keyof typeof MAX_LENGTHS, string>>;

export const profileDetailsKey = (userId: string) => ["profile-details", userId] as const;

/** Returns null if the profile has not been completed yet. */
async function fetchProfileDetails(userId: string): Promise<ProfileDetails | null> {
  const { data, error } = await tables()
    .from("profiles")
    .select("first_name, last_name, email, phone, address_line_1, address_line_2, city, state, pin_code")
    .eq("id", userId)
    .maybeSingle();
  if (error) throw error;
  return (
    data && {
      ...data,
      email: data.email ?? "",
      address_line_1: data.address_line_1 ?? "",
      address_line_2: data.address_line_2 ?? "",
      city: data.city ?? "",
      state: data.state ?? "",
      pin_code: data.pin_code ?? "",
    }
  );
}

export function useProfileDetails() {
  const { id } = useUser();
  return useQuery({ queryKey: profileDetailsKey(id), queryFn: () => fetchProfileDetails(id) });
}
