import { useQuery } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";
import { ordersKey } from "../../../queries/list-orders.ts";

/** The number of orders in each state. */
export function useOrderCounts() {
  return useQuery({
    queryKey: [...ordersKey, "counts"],
    queryFn: async () => {
      const { data, error } = await tables().rpc("count_orders");
      if (error) throw error;
      return new Map(data.map(({ state, orders }) => [state, orders ?? 0]));
    },
    staleTime: 0,
  });
}
