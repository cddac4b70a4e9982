import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { settings } from "../../../backend/settings.ts";
import { tables } from "../../../backend/tables.ts";
import { useUser } from "../../../queries/user.ts";

const keyOf = (userId: string) => ["calendar-feed", userId] as const;

interface Feed {
  readonly createdAt: Date;
  /** It shows the calls that its owner holds as a mentor. */
  readonly hasCalls: boolean;
}

/** Returns the feed, or null. The secret is not stored, so nobody can ask for it. */
async function fetchFeed(userId: string): Promise<Feed | null> {
  const { data, error } = await tables()
    .from("calendar_feeds")
    .select("created_at, has_calls")
    .eq("user_id", userId)
    .maybeSingle();
  if (error) throw error;
  return data && { createdAt: new Date(data.created_at), hasCalls: data.has_calls };
}

/** Returns the new address. */
async function renewFeed(): Promise<string> {
  const { data, error } = await tables().rpc("renew_calendar_feed");
  if (error) throw error;
  return `${settings().backendUrl}/calendar/v1/maarga.ics?token=${data}`;
}

async function turnFeedOff(userId: string): Promise<undefined> {
  const { error } = await tables().from("calendar_feeds").delete().eq("user_id", userId);
  if (error) throw error;
}

export function useFeed() {
  const { id } = useUser();
  return useQuery({ queryKey: keyOf(id), queryFn: () => fetchFeed(id) });
}

/** The result of "renew" is the new address. */
export function useChangeFeed() {
  const { id } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: "renew" | "turn off") => (change === "renew" ? renewFeed() : turnFeedOff(id)),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(id) }),
  });
}
