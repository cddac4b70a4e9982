import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../backend/tables.ts";
import { useUser } from "../../queries/user.ts";
import type { Channel } from "./channels.ts";

export type Preferences = Readonly<Record<Channel, boolean>>;

const keyOf = (userId: string) => ["notification-preferences", userId] as const;

async function fetchPreferences(userId: string): Promise<Preferences> {
  const { data, error } = await tables()
    .from("profiles")
    .select("notify_email, notify_sms")
    .eq("id", userId)
    .maybeSingle();
  if (error) throw error;
  return { email: data?.notify_email ?? false, sms: data?.notify_sms ?? false };
}

export function usePreferences() {
  const { id } = useUser();
  return useQuery({ queryKey: keyOf(id), queryFn: () => fetchPreferences(id) });
}

export interface Choice {
  readonly channel: Channel;
  readonly enabled: boolean;
}

async function savePreference(userId: string, { channel, enabled }: Choice): Promise<void> {
  const change = channel === "email" ? { notify_email: enabled } : { notify_sms: enabled };
  const { data, error } = await tables().from("profiles").update(change).eq("id", userId).select("id");
  if (error) throw error;
  if (data.length === 0) throw new Error("the user has no profile yet");
}

export function useSavePreference() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choice) => savePreference(id, choice),
    onSuccess: (_result, { channel, enabled }) =>
      queryClient.setQueryData<Preferences>(
        keyOf(id),
        (previous) => previous && { ...previous, [channel]: enabled },
      ),
  });
}
