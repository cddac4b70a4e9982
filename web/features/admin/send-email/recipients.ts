import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Database } from "../../../backend/database.ts";
import { tables } from "../../../backend/tables.ts";
import { campaignsKey, POLL_MILLISECONDS } from "./campaigns.ts";

export type Recipient = Database["public"]["Functions"]["list_campaign_recipients"]["Returns"][number];

interface RecipientsWanted {
  readonly state: string;
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
}

async function listRecipients(campaign: string, { pageSize, ...wanted }: RecipientsWanted) {
  const { data, error } = await tables().rpc("list_campaign_recipients", {
    campaign,
    ...wanted,
    page_size: pageSize,
  });
  if (error) throw error;
  return data;
}

export function useRecipients(campaign: string, wanted: RecipientsWanted, isSending: boolean) {
  return useQuery({
    queryKey: [...campaignsKey, "recipients", campaign, wanted],
    queryFn: () => listRecipients(campaign, wanted),
    refetchInterval: isSending && POLL_MILLISECONDS,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The most that the database hands out at once. */
const LARGEST_PAGE = 1_000;

export async function fetchAllRecipients(campaign: string): Promise<Recipient[]> {
  const all = new Map<string, Recipient>();
  for (let page = 1, more = true; more; page += 1) {
    const some = await listRecipients(campaign, { state: "all", search: "", page, pageSize: LARGEST_PAGE });
    for (const recipient of some) all.set(recipient.id, recipient);
    more = some.length === LARGEST_PAGE;
  }
  return [...all.values()];
}
