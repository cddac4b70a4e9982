import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isRefusal } from "../../../backend/error-response.ts";
import { tables } from "../../../backend/tables.ts";
import { type OwnOrder, ownOrderKey, toOwnOrder } from "../../../queries/own-order.ts";
import { useUser } from "../../../queries/user.ts";

interface Proof {
  readonly utr: string;
  /** The name of the file in the bucket, or null without one. */
  readonly path: string | null;
}

/** A repeated request changes nothing, so it needs no idempotency key when a response is lost. */
async function sendProof(order: OwnOrder, { utr, path }: Proof): Promise<OwnOrder | null> {
  const { data, error } = await tables()
    .rpc("send_proof", { order_id: order.id, utr, ...(path && { proof: path }) })
    .single();
  if (error) throw error;
  return toOwnOrder({ ...data, rest_of: order.restOf, payment: { utr, has_proof: path !== null } });
}

export function useSendProof(order: OwnOrder) {
  const { id } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (proof: Proof) => sendProof(order, proof),
    onSuccess: (sent) => client.setQueryData(ownOrderKey(id), sent),
    onError: (error) => {
      // The order has changed, or expired, since it was shown.
      if (isRefusal(error)) void client.invalidateQueries({ queryKey: ownOrderKey(id) });
    },
  });
}
