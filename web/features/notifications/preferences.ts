import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Language } from "../../../domain/languages.ts";
import { tables } from "../../backend/tables.ts";
import { useUser } from "../../queries/user.ts";
import type { Channel } from "./channels.ts";

export interface Preferences extends Readonly<Record<Channel, boolean>> {
  readonly language: Language;
}

const keyOf = (userId: string) => ["notification-preferences", userId] as const;

async function fetchPreferences(userId: string): Promise<Preferences> {
  const { data, error } = await tables()
    .from("profiles")
    .select("notify_email, notify_sms, language")
    .eq("id", userId)
    .maybeSingle();
  if (error) throw error;
  return {
    email: data?.notify_email ?? false,
    sms: data?.notify_sms ?? false,
    language: data?.language ?? "en",
  };
}

export function usePreferences() {
  const { id } = useUser();
  return useQuery({ queryKey: keyOf(id), queryFn: () => fetchPreferences(id) });
}

/** The fields that a save changes. */
export type Choice = Partial<Preferences>;

async function savePreference(userId: string, { email, sms, language }: Choice): Promise<void> {
  const change = {
    ...(email !== undefined && { notify_email: email }),
    ...(sms !== undefined && { notify_sms: sms }),
    ...(language && { language }),
  };
  const { data, error } = await tables().from("profiles").update(change).eq("id", userId).select("id");
  if (error) throw error;
  if (data.length === 0) throw new Error("the user has no profile yet");
}

export function useSavePreference() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choice) => savePreference(id, choice),
    // Sent one after the other, so that two quick choices cannot arrive in the wrong sequence.
    scope: { id: "preferences" },
    onSuccess: (_result, choice) =>
      queryClient.setQueryData<Preferences>(keyOf(id), (previous) => previous && { ...previous, ...choice }),
  });
}
