import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Database } from "../../../backend/database.ts";
import { tables } from "../../../backend/tables.ts";

export type Offer = Database["public"]["Tables"]["plans"]["Row"];
export type OfferWanted = Database["public"]["Tables"]["plans"]["Insert"];

const offersKey = ["managed-plans"] as const;

/** Most end at the same time, and still every row has its place. */
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
  return useQuery({ queryKey: offersKey, queryFn: fetchOffers });
}

type Saving =
  | { readonly offer: OfferWanted }
  | { readonly id: string; readonly changes: Partial<OfferWanted> };

async function saveOffer(saving: Saving): Promise<void> {
  const plans = tables().from("plans");
  if ("id" in saving && Object.keys(saving.changes).length === 0) return;
  const request =
    "id" in saving ? plans.update(saving.changes).eq("id", saving.id) : plans.insert(saving.offer);
  const { data, error } = await request.select("id");
  if (error) throw error;
  if (data.length === 0) throw new Error("the plan is not there any more");
}

async function deleteOffer(id: string): Promise<void> {
  const { error } = await tables().from("plans").delete().eq("id", id);
  if (error) throw error;
}

export function useSaveOffer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: saveOffer,
    onSettled: () => queryClient.invalidateQueries({ queryKey: offersKey }),
  });
}

export function useDeleteOffer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteOffer,
    onSettled: () => queryClient.invalidateQueries({ queryKey: offersKey }),
  });
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

/** How many students have it at this moment. */
export function useHolders(offer: Offer) {
  return useQuery({
    queryKey: ["plan-holders", offer.id],
    queryFn: () => countHolders(offer),
    staleTime: 0,
  });
}
