import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Plan } from "../../../../domain/plans.ts";
import { tables } from "../../../backend/tables.ts";
import { offersKey } from "../../../queries/offers.ts";
import { type OwnOrder, ownOrderKey, toOwnOrder } from "../../../queries/own-order.ts";
import { useUser } from "../../../queries/user.ts";

/** The same plan again returns the same order, so that a lost response makes nothing twice. */
async function makeOrder({ level, exam, name }: Plan): Promise<OwnOrder | null> {
  const { data, error } = await tables().rpc("make_order", { level, exam, name }).single();
  if (error) throw error;
  return toOwnOrder({ ...data, rest_of: null });
}

/** Makes the order of a plan, which replaces another one that is not paid yet. */
export function useMakeOrder() {
  return useOrderChange(makeOrder);
}

async function reopenOrder({ id, restOf }: OwnOrder): Promise<OwnOrder | null> {
  const { data, error } = await tables().rpc("reopen_order", { order_id: id }).single();
  if (error) throw error;
  return toOwnOrder({ ...data, rest_of: restOf });
}

/** Opens an expired order again, at the price of today. */
export function useReopenOrder() {
  return useOrderChange(reopenOrder);
}

function useOrderChange<Request>(mutationFn: (request: Request) => Promise<OwnOrder | null>) {
  const { id } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (order) => client.setQueryData(ownOrderKey(id), order),
    onError: () => {
      // A refusal may be due to a price, a plan or an order that has changed since.
      void client.invalidateQueries({ queryKey: offersKey });
      void client.invalidateQueries({ queryKey: ownOrderKey(id) });
    },
  });
}
