import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Row } from "../postgres/database.ts";
import { renderReceipt } from "../receipts/render-receipt.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { parseBody } from "./request-body.ts";
import { requireCaller } from "./require-caller.ts";

const bodySchema = z.object({ number: z.string().max(16) });

interface StoredReceipt extends Row {
  readonly number: string;
  readonly issued_at: Date;
  readonly snapshot: unknown;
  readonly cancelled_at: Date | null;
  readonly cancel_reason: string | null;
  readonly refunds: { number: string; amountPaise: number; refundedOn: string }[];
}

// The policies of the table return only the caller's own receipts, and all of them to an admin.
const FIND = `select number, issued_at, snapshot, cancelled_at, cancel_reason, (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', refunds.number, 'amountPaise', refunds.amount_paise, 'refundedOn', refunds.refunded_on
    ) order by refunds.number), '[]')
    from public.refunds where receipt_id = receipts.id and kind = 'refund'
  ) as refunds
  from public.receipts where number = $1`;

/** Sends a receipt as a PDF. The response is the same for another student's receipt and for one that does not exist. */
export const receipt =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<Uint8Array> => {
    const caller = await requireCaller(request, dependencies);
    const { number } = parseBody(bodySchema, request.body);
    if (caller.role === "anon") throw notFound();
    const { rows } = await dependencies.api.asCaller<StoredReceipt>(caller, {
      name: "find-receipt",
      text: FIND,
      values: [number],
    });
    const [found] = rows;
    if (!found) throw notFound();
    const { issued_at, snapshot, refunds, cancelled_at, cancel_reason } = found;
    const pdf = await renderReceipt({
      number: found.number,
      issuedAt: issued_at,
      snapshot: snapshot as never,
      refunds,
      cancelled: cancelled_at && { at: cancelled_at, reason: cancel_reason ?? "" },
    });
    reply.type("application/pdf").header("cache-control", "no-store");
    return pdf;
  };

function notFound() {
  return refusal(404, "There is no such receipt.");
}
