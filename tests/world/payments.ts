import { pdf, TYPES } from "./files.ts";
import { createMember, type World } from "./members.ts";

/** Adds a student with an order, the picture of its payment, its receipt, and a refund of a part. */
export async function payAndRefund({ server, people }: World): Promise<void> {
  const { client, id } = await createMember(server, { profile: {} });
  const plan = { level: "ug", exam: "cet", name: "Medium" };
  const { data } = await client.rpc("make_order", plan).throwOnError();
  const order_id = data[0].id;
  const proof = `${id}/1700000000000_paid.pdf`;
  const picture = new Blob([new Uint8Array(pdf())], { type: TYPES.pdf });
  const { error } = await client.storage.from("payment-proofs").upload(proof, picture);
  if (error) throw error;
  await client.rpc("send_proof", { order_id, utr: "412345678901", proof }).throwOnError();
  await people.admin.client.rpc("confirm_order", { order_id }).throwOnError();
  const refund = { order_id, refund_paise: 100, reference: "R" };
  await people.admin.client.rpc("refund_order", refund).throwOnError();
}
