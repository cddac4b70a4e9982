import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Database } from "../../../backend/database.ts";
import { tables } from "../../../backend/tables.ts";
import { offersKey } from "../../../queries/offers.ts";

export type Offer = Database["public"]["Tables"]["plans"]["Row"];
export type OfferValues = Database["public"]["Tables"]["plans"]["Insert"];

const managedPlansKey = ["managed-plans"] as const;

/** Most offers expire at the same time, so the other columns make the order stable. */
async function fetchOffers(): Promise<Offer[]> {
  const { data, error } = await tables()
    .from("plans")
    .select("*")
    .order("expires_at", { ascending: false })
    .order("plan_level", { ascending: false })
    .order("plan_exam")
    .order("price")
    .order("id");
  if (error) throw error;
  return data;
}

export function useOffers() {
  return useQuery({ queryKey: managedPlansKey, queryFn: fetchOffers });
}

type SaveRequest =
  | { readonly offer: OfferValues }
  | { readonly id: string; readonly changes: Partial<OfferValues> };

async function saveOffer(request: SaveRequest): Promise<void> {
  const plans = tables().from("plans");
  if ("id" in request && Object.keys(request.changes).length === 0) return;
  const query =
    "id" in request ? plans.update(request.changes).eq("id", request.id) : plans.insert(request.offer);
  const { data, error } = await query.select("id");
  if (error) throw error;
  if (data.length === 0) throw new Error("the plan no longer exists");
}

async function deleteOffer(id: string): Promise<void> {
  const { error } = await tables().from("plans").delete().eq("id", id);
  if (error) throw error;
}

export function useSaveOffer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: saveOffer,
    onSettled: () => refreshOffers(queryClient),
  });
}

export function useDeleteOffer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteOffer,
    onSettled: () => refreshOffers(queryClient),
  });
}

function refreshOffers(queryClient: QueryClient): Promise<unknown> {
  return Promise.all(
    [managedPlansKey, offersKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

async function countHolders({ plan_level, plan_exam, plan_name }: Offer): Promise<number> {
  const { count, error } = await tables()
    .from("user_plans_with_profiles")
    .select("user_id", { count: "exact", head: true })
    .eq("active", true)
    .eq("plan_level", plan_level)
    .eq("plan_exam", plan_exam)
    .eq("plan_name", plan_name);
  if (error) throw error;
  return count ?? 0;
}

export function useHolderCount(offer: Offer) {
  return useQuery({
    queryKey: ["plan-holders", offer.id],
    queryFn: () => countHolders(offer),
    staleTime: 0,
  });
}
