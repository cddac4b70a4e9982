import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Database } from "../../../backend/database.ts";
import { tables } from "../../../backend/tables.ts";
import { DEFAULT_TABLE_PAGE_SIZE } from "../../../ui/paging.ts";

export type Campaign = Database["public"]["Functions"]["list_campaigns"]["Returns"][number];

export function isUnderWay({ state }: Campaign): boolean {
  return state === "sending" || state === "paused";
}

export const campaignsKey = ["campaigns"] as const;
/** While mails go out, their number changes under the reader's eyes. */
export const POLL_MILLISECONDS = 2_000;
/** While it is paused, another admin may go on with it. */
const PAUSED_POLL_MILLISECONDS = 5_000;

const pollWhileUnderWay = ({ state: { data } }: { state: { data: Campaign[] | undefined } }) => {
  if (data?.some(({ state }) => state === "sending")) return POLL_MILLISECONDS;
  return data?.some(isUnderWay) ? PAUSED_POLL_MILLISECONDS : false;
};

async function listCampaigns(wanted: Database["public"]["Functions"]["list_campaigns"]["Args"]) {
  const { data, error } = await tables().rpc("list_campaigns", wanted);
  if (error) throw error;
  return data;
}

export function useCampaigns(page = 1, pageSize = DEFAULT_TABLE_PAGE_SIZE) {
  return useQuery({
    queryKey: [...campaignsKey, "page", page, pageSize],
    queryFn: () => listCampaigns({ page, page_size: pageSize }),
    refetchInterval: pollWhileUnderWay,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** One, in a list of its own; the list is empty where there is none of that id. */
export function useCampaign(id: string) {
  return useQuery({
    queryKey: [...campaignsKey, "one", id],
    queryFn: () => listCampaigns({ campaign: id }),
    refetchInterval: pollWhileUnderWay,
    staleTime: 0,
  });
}

export type Deed = "pause_campaign" | "resume_campaign" | "stop_campaign" | "retry_failed";

export function useCampaignDeed(campaign: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (deed: Deed) => {
      const { error } = await tables().rpc(deed, { campaign });
      if (error) throw error;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: campaignsKey }),
  });
}
