import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Database } from "../../../backend/database.ts";
import { tables } from "../../../backend/tables.ts";
import { DEFAULT_TABLE_PAGE_SIZE } from "../../../ui/paging.ts";

export type Campaign = Database["public"]["Functions"]["list_campaigns"]["Returns"][number];

export function isInProgress({ state }: Campaign): boolean {
  return state === "sending" || state === "paused";
}

/** Nothing is sent yet: another admin has to approve it, or its time has not come. */
export function isWaiting({ state, waits_for_approval, send_at }: Campaign): boolean {
  return state === "sending" && (waits_for_approval || (send_at !== null && new Date(send_at) > new Date()));
}

export const campaignsKey = ["campaigns"] as const;
export const POLL_INTERVAL_MS = 2_000;
/** Another admin may resume a paused campaign. */
const PAUSED_POLL_INTERVAL_MS = 5_000;

const pollWhileInProgress = ({ state: { data } }: { state: { data: Campaign[] | undefined } }) => {
  if (data?.some((campaign) => campaign.state === "sending" && !isWaiting(campaign))) return POLL_INTERVAL_MS;
  return data?.some(isInProgress) ? PAUSED_POLL_INTERVAL_MS : false;
};

async function listCampaigns(args: Database["public"]["Functions"]["list_campaigns"]["Args"]) {
  const { data, error } = await tables().rpc("list_campaigns", args);
  if (error) throw error;
  return data;
}

export function useCampaigns(page = 1, pageSize = DEFAULT_TABLE_PAGE_SIZE) {
  return useQuery({
    queryKey: [...campaignsKey, "page", page, pageSize],
    queryFn: () => listCampaigns({ page, page_size: pageSize }),
    refetchInterval: pollWhileInProgress,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Fetches one campaign as a list, which is empty if the id is unknown. */
export function useCampaign(id: string) {
  return useQuery({
    queryKey: [...campaignsKey, "one", id],
    queryFn: () => listCampaigns({ campaign: id }),
    refetchInterval: pollWhileInProgress,
    staleTime: 0,
  });
}

export type CampaignAction = "pause_campaign" | "resume_campaign" | "stop_campaign" | "retry_failed";

export function useCampaignAction(campaign: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (action: CampaignAction) => {
      const { error } = await tables().rpc(action, { campaign });
      if (error) throw error;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: campaignsKey }),
  });
}

/** Approves the content that this page shows: if another one is stored meanwhile, the database refuses. */
export function useApproval({ id, content }: Campaign) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { error } = await tables().rpc("approve_campaign", { campaign: id, content: content ?? "" });
      if (error) throw error;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: campaignsKey }),
  });
}
