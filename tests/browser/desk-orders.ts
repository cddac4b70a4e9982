import { createAccount, type Plan } from "../world/people.ts";
import { newUtr } from "./orders.ts";
import type { Person } from "./people.ts";
import type { Server } from "./servers.ts";

export interface DeskOrder {
  readonly id: string;
  readonly number: string;
  readonly studentId: string;
  readonly email: string;
  /** Empty if nothing was paid. */
  readonly utr: string;
}

interface NewOrder {
  /** The desk searches for it: all tests share one queue. */
  readonly last_name: string;
  readonly first_name?: string;
  readonly plan?: Plan;
  /** Null for an order without a payment. */
  readonly utr?: string | null;
}

const UG_NEET_MEDIUM: Plan = { level: "ug", exam: "neet", name: "Medium" };

/** A student with an order, and by default with a payment that waits for the desk. */
export async function newOrder(server: Server, admin: Person, order: NewOrder): Promise<DeskOrder> {
  const { first_name = "Asha", last_name, plan = UG_NEET_MEDIUM, utr = newUtr() } = order;
  const { id: student, email } = await createAccount(server, { profile: { first_name, last_name } });
  const { data, error } = await admin.tables.rpc("make_order_for", { student, ...plan });
  if (error) throw error;
  const { id, number } = [data].flat()[0] as { id: string; number: string };
  if (utr) {
    const put = await admin.tables.rpc("put_payment", { order_id: id, utr });
    if (put.error) throw put.error;
  }
  return { id, number, studentId: student, email, utr: utr ?? "" };
}

/** Reads an order from the database. */
export async function opened(admin: Person, { id }: Pick<DeskOrder, "id">) {
  const { data, error } = await admin.tables.rpc("open_order", { order_id: id });
  if (error) throw error;
  return data as {
    readonly order: {
      readonly state: string;
      readonly received_paise: number;
      readonly amount_paise: number;
    };
    readonly steps: { readonly action: string; readonly words: string | null }[];
    readonly payments: { readonly state: string; readonly proof_name: string | null }[];
    readonly plan: { readonly name: string } | null;
  };
}
