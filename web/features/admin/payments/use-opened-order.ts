import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useUrlParams } from "../../../ui/url-params.ts";
import { orderQuery } from "./order.ts";

/** The order that is open, kept in the URL. */
export function useOpenedOrder() {
  const [params, change] = useUrlParams();
  return {
    /** Empty if none is. */
    opened: params.get("order") ?? "",
    open: (id: string) =>
      change((latest) => {
        if (id) latest.set("order", id);
        else latest.delete("order");
        return latest;
      }),
    addressOf: (id: string) => {
      const address = new URLSearchParams(params);
      address.set("order", id);
      return `?${address}`;
    },
  };
}

/** Fetches an order before it is opened. This is not recorded as a view: the proof is fetched when it is shown. */
export function usePrefetchedOrder(id: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (id) void client.prefetchQuery(orderQuery(id));
  }, [client, id]);
}
