import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Database } from "../../../backend/database.ts";
import { isLost } from "../../../backend/is-lost.ts";
import { tables } from "../../../backend/tables.ts";
import { ordersKey } from "../../../queries/list-orders.ts";
import { studentsKey } from "../../../queries/list-students.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "./failure-text.ts";
import { type OpenedOrder, orderKey } from "./order.ts";

type Functions = Database["public"]["Functions"];

/** The functions in database/rules/ that /payments calls for an order. */
type StepName =
  | "confirm_order"
  | "take_short"
  | "take_over"
  | "reject_order"
  | "put_payment"
  | "move_payment"
  | "refund_order"
  | "undo_confirmation"
  | "cancel_order";

type StepArgs<Name extends StepName> = Omit<Functions[Name]["Args"], "order_id" | "seen_step">;

/**
 * Takes a step with the order as it is on the screen: a step that somebody else took since is refused. Sent again after
 * its answer was lost, it is the same request, which takes effect once.
 */
export function useOrderStep<Name extends StepName>(name: Name, { order }: OpenedOrder) {
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const sentStep = useRef(order.last_step);
  const wasLost = useRef(false);
  const isShown = useIsShown();
  const mutation = useMutation({
    mutationFn: async (args: StepArgs<Name>) => {
      if (!wasLost.current) sentStep.current = order.last_step;
      const request = {
        ...args,
        ...(name !== "move_payment" && { order_id: order.id }),
        ...(name !== "cancel_order" && { seen_step: sentStep.current }),
      } as unknown as Functions[Name]["Args"];
      const text = JSON.stringify(request);
      const key = keys.current.get(text) ?? crypto.randomUUID();
      keys.current.set(text, key);
      const { error } = await tables().rpc(name, request).setHeader("Idempotency-Key", key);
      if (error) throw error;
    },
    onError: (error) => {
      // An admin who has gone on to the next order is told as well.
      if (!isShown.current) toast.error(`${order.number}: ${failureText(error)}`, { stays: true });
    },
    onSettled: (_data, error) => {
      wasLost.current = isLost(error);
      // Refetches after a refusal too, so that the order shows who was first.
      for (const queryKey of [orderKey, ordersKey, studentsKey]) void client.invalidateQueries({ queryKey });
    },
  });
  return { ...mutation, orderId: order.id, sentStep: sentStep.current };
}

function useIsShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
