import { useQuery } from "@tanstack/react-query";
import { findPlan, type Plan } from "../../domain/plans.ts";
import { tables } from "../backend/tables.ts";
import { useUser } from "./user.ts";

export type OrderState =
  | "made"
  | "proof sent"
  | "confirmed"
  | "rejected"
  | "expired"
  | "paid short"
  | "paid over"
  | "refunded"
  | "cancelled";

export interface OwnOrder {
  readonly id: string;
  /** Such as MRG-4F7K-2. */
  readonly number: string;
  readonly state: OrderState;
  /** The time since which the order is in this state. */
  readonly changedAt: Date;
  readonly validUntil: Date;
  readonly plan: Plan;
  readonly isUpgrade: boolean;
  readonly amountPaise: number;
  readonly receivedPaise: number;
  /** The number of the order of which a part is missing. */
  readonly restOf: string | null;
  /** The reason for a rejection or cancellation: a code, and an admin's words. */
  readonly reason: string | null;
  readonly words: string | null;
  readonly payment: OwnPayment | null;
  /** The number of the order's receipt. */
  readonly receipt: string | null;
  readonly refund: OwnRefund | null;
}

interface OwnPayment {
  readonly utr: string | null;
  readonly hasProof: boolean;
}

interface OwnRefund {
  readonly number: string;
  readonly amountPaise: number;
  readonly reference: string;
  readonly day: string;
  readonly planThen: string;
}

/** The result of own_order (database/rules/own-order.sql). Functions that change an order return its first part. */
export interface OwnOrderRow {
  readonly id: string | null;
  readonly number: string | null;
  readonly state: string | null;
  readonly plan_level: string | null;
  readonly plan_exam: string | null;
  readonly plan_name: string | null;
  readonly upgrades_from: string | null;
  readonly amount_paise: number | null;
  readonly received_paise: number | null;
  readonly rest_of: string | null;
  readonly reason: string | null;
  readonly words: string | null;
  readonly valid_until: string | null;
  readonly changed_at: string | null;
  readonly payment?: { readonly utr: string | null; readonly has_proof: boolean } | null;
  readonly receipt?: string | null;
  readonly refund?: {
    readonly number: string;
    readonly amount_paise: number;
    readonly reference: string;
    readonly refunded_on: string;
    readonly plan_then: string;
  } | null;
}

export const ownOrderKey = (userId: string) => ["own-order", userId] as const;

/** Returns the open order, or else the last one, or null. */
export async function fetchOwnOrder(): Promise<OwnOrder | null> {
  const { data, error } = await tables().rpc("own_order");
  if (error) throw error;
  return toOwnOrder(data as unknown as OwnOrderRow | null);
}

export function toOwnOrder(row: OwnOrderRow | null): OwnOrder | null {
  const plan = findPlan(row?.plan_level, row?.plan_exam, row?.plan_name);
  if (!row || !plan) return null;
  const { payment, refund } = row;
  return {
    id: row.id ?? "",
    number: row.number ?? "",
    state: row.state as OrderState,
    changedAt: new Date(row.changed_at ?? 0),
    validUntil: new Date(row.valid_until ?? 0),
    plan,
    isUpgrade: row.upgrades_from !== null,
    amountPaise: row.amount_paise ?? 0,
    receivedPaise: row.received_paise ?? 0,
    restOf: row.rest_of,
    reason: row.reason,
    words: row.words,
    payment: payment ? { utr: payment.utr, hasProof: payment.has_proof } : null,
    receipt: row.receipt ?? null,
    refund: refund
      ? {
          number: refund.number,
          amountPaise: refund.amount_paise,
          reference: refund.reference,
          day: refund.refunded_on,
          planThen: refund.plan_then,
        }
      : null,
  };
}

interface Options {
  /** The interval at which the screen refetches the order. */
  readonly everyMs?: number | false;
}

export function useOwnOrder({ everyMs = false }: Options = {}) {
  const { id } = useUser();
  return useQuery({ queryKey: ownOrderKey(id), queryFn: fetchOwnOrder, refetchInterval: everyMs });
}
