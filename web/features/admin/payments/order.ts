import { queryOptions } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";
import type { OrderState } from "../../../queries/list-orders.ts";

interface PlanColumns {
  readonly plan_level: string;
  readonly plan_exam: string;
  readonly plan_name: string;
}

export interface Payment {
  readonly id: string;
  readonly utr: string | null;
  readonly method: "upi" | "bank" | "cash";
  /** Set aside: replaced by a later one, rejected, or put to another order. */
  readonly state: "claimed" | "counted" | "set aside";
  /** The amount received, once it is known. */
  readonly amount_paise: number | null;
  readonly paid_on: string | null;
  /** The name of the proof in the bucket, if there is one. */
  readonly proof_name: string | null;
  /** The reason why the proof cannot be opened. */
  readonly proof_state: "waiting" | "infected" | "missing" | null;
  readonly source: "student" | "desk" | "statement";
  readonly claimed_at: string;
}

export interface Step {
  readonly id: number;
  readonly action: string;
  readonly to_state: OrderState;
  readonly at: string;
  readonly actor_email: string;
  readonly is_by_desk: boolean;
  readonly reason: string | null;
  readonly words: string | null;
  readonly amount_paise: number | null;
}

export interface EarlierOrder extends PlanColumns {
  readonly order_id: string;
  readonly number: string;
  readonly state: OrderState;
  readonly amount_paise: number;
  readonly utr: string | null;
  readonly made_at: string;
}

export interface Warning {
  readonly code: string;
  readonly text: string;
}

/** The answer of open_order in database/rules/. */
export interface OpenedOrder {
  readonly order: PlanColumns & {
    readonly id: string;
    readonly number: string;
    readonly state: OrderState;
    readonly amount_paise: number;
    readonly received_paise: number;
    readonly refunded_paise: number;
    readonly upgrades_from: string | null;
    readonly made_at: string;
    readonly valid_until: string;
    readonly changed_at: string;
    readonly last_step: number;
  };
  /** Null if the account was deleted. */
  readonly student: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly phone: string;
  } | null;
  /** The student's active plan. */
  readonly plan: {
    readonly level: string;
    readonly exam: string;
    readonly name: string;
    readonly expires_at: string;
  } | null;
  readonly steps: readonly Step[];
  readonly payments: readonly Payment[];
  readonly earlier: readonly EarlierOrder[];
  readonly receipts: readonly { readonly number: string; readonly cancelled_at: string | null }[];
  readonly refunds: readonly {
    readonly number: string;
    readonly amount_paise: number;
    readonly reference: string;
    readonly refunded_on: string;
  }[];
  readonly rest: { readonly number: string; readonly amount_paise: number } | null;
  readonly warnings: readonly Warning[];
  /** The actions that the desk may take now. */
  readonly allowed: readonly string[];
  /** True for an order of the admin who looks at it: somebody else decides about it. */
  readonly is_own: boolean;
}

export const orderKey = ["payment order"] as const;

/** An order is fetched each time it is opened, so that nobody decides about an outdated one. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...orderKey, id],
    queryFn: async (): Promise<OpenedOrder> => {
      const { data, error } = await tables().rpc("open_order", { order_id: id });
      if (error) throw error;
      return data as unknown as OpenedOrder;
    },
    staleTime: 0,
  });

/** Returns the claim that waits for a decision, or else the payment that counts. */
export function claimOf({ payments }: OpenedOrder): Payment | undefined {
  return payments.find(({ state }) => state !== "set aside");
}
