import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Database } from "../../../backend/database.ts";
import { tables } from "../../../backend/tables.ts";
import { campaignsKey, POLL_INTERVAL_MS } from "./campaigns.ts";

export type Recipient = Database["public"]["Functions"]["list_campaign_recipients"]["Returns"][number];

interface RecipientsQuery {
  readonly state: string;
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
}

async function listRecipients(campaign: string, { pageSize, ...query }: RecipientsQuery) {
  const { data, error } = await tables().rpc("list_campaign_recipients", {
    campaign,
    ...query,
    page_size: pageSize,
  });
  if (error) throw error;
  return data;
}

export function useRecipients(campaign: string, query: RecipientsQuery, isSending: boolean) {
  return useQuery({
    queryKey: [...campaignsKey, "recipients", campaign, query],
    queryFn: () => listRecipients(campaign, query),
    refetchInterval: isSending && POLL_INTERVAL_MS,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The largest page that the database returns. */
const MAX_PAGE_SIZE = 1_000;

export async function fetchAllRecipients(campaign: string): Promise<Recipient[]> {
  const all = new Map<string, Recipient>();
  for (let page = 1, more = true; more; page += 1) {
    const batch = await listRecipients(campaign, { state: "all", search: "", page, pageSize: MAX_PAGE_SIZE });
    for (const recipient of batch) all.set(recipient.id, recipient);
    more = batch.length === MAX_PAGE_SIZE;
  }
  return [...all.values()];
}
