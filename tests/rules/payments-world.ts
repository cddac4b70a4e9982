import type pg from "pg";
import type { Who } from "./people.ts";
import { type RulesWorld, setUpWorld } from "./rules-world.ts";

export type Order = {
  id: string;
  number: string;
  amount_paise: string;
  state: string;
  upgrades_from: string | null;
  rest_of: string | null;
  reason: string | null;
  last_step: string;
  received_paise: string;
  refunded_paise: string;
};

export type Plan = readonly [level: string, exam: string, name: string];
export const MEDIUM: Plan = ["ug", "cet", "Medium"];

let lastUtr = 412_300_000_000;
export const newUtr = () => String(++lastUtr);

/** Returns the contradictions in the books. */
export async function checkPayments(owner: Pick<pg.Client, "query">): Promise<string[]> {
  const { rows } = await owner.query<{ problem: string }>("select private.check_payments() as problem");
  return rows.map(({ problem }) => problem);
}

export type PaymentsWorld = RulesWorld & {
  make(who?: Who, plan?: Plan): Promise<Order>;
  /** Makes an order and sends its proof. */
  prove(who?: Who, plan?: Plan, utr?: string): Promise<Order>;
  /** Makes an order, sends its proof and confirms it. */
  pay(who?: Who, plan?: Plan): Promise<Order>;
  order(id: string): Promise<Order>;
  /** Returns the contradictions in the books. */
  problems(): Promise<string[]>;
  /** Moves the end of an order into the past, without running the job that expires it. */
  letExpire(id: string): Promise<void>;
};

/** The rules world, with the calls of students and the desk. */
export function setUpPayments(): PaymentsWorld {
  const world = setUpWorld();
  const first = async <T extends Record<string, unknown>>(who: Who, sql: string, values: unknown[]) =>
    (await world.as<T>(who, sql, values)).rows[0] as T;
  const payments: PaymentsWorld = {
    ...world,
    make: (who = "student", plan = MEDIUM) =>
      first<Order>(who, "select * from make_order($1, $2, $3)", [...plan]),
    async prove(who = "student", plan = MEDIUM, utr = newUtr()) {
      const { id } = await payments.make(who, plan);
      return first<Order>(who, "select * from send_proof($1, $2)", [id, utr]);
    },
    async pay(who = "student", plan = MEDIUM) {
      const { id } = await payments.prove(who, plan);
      await world.as("admin", "select * from confirm_order($1)", [id]);
      return payments.order(id);
    },
    async order(id) {
      const [row] = await world.asOwner<Order>("select * from current_orders where id = $1", [id]);
      return row as Order;
    },
    async problems() {
      const rows = await world.asOwner<{ problem: string }>("select private.check_payments() as problem");
      return rows.map(({ problem }) => problem);
    },
    letExpire: (id) =>
      world.withoutTriggers(
        "update orders set valid_until = now() - interval '1 second', made_at = now() - interval '8 days' where id = $1",
        [id],
      ),
  };
  return payments;
}
