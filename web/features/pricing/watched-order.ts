import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { currentPlanKey } from "../../queries/current-plan.ts";
import { type OwnOrder, useOwnOrder } from "../../queries/own-order.ts";
import { useUser } from "../../queries/user.ts";

const CHECK_AGAIN_MS = 60_000;

/** While an admin checks the payment, the screen asks every minute. When it is confirmed, the plan is another one. */
export function useWatchedOrder(order: OwnOrder | null): void {
  const { id } = useUser();
  const client = useQueryClient();
  const state = order?.state;
  useOwnOrder({ everyMs: state === "proof sent" ? CHECK_AGAIN_MS : false });
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    void client.invalidateQueries({ queryKey: currentPlanKey(id) });
  }, [state, client, id]);
}
