import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { findPlan, type Plan } from "../../domain/plans.ts";
import type { Database } from "../backend/database.ts";
import { tables } from "../backend/tables.ts";

export type OrderState = Database["public"]["Tables"]["orders"]["Row"]["state"];

export interface ListedOrder {
  readonly id: string;
  readonly number: string;
  readonly state: OrderState;
  /** The time of the last step. */
  readonly since: Date;
  readonly plan: Plan | undefined;
  readonly amountPaise: number;
  /** Null if the account was deleted. */
  readonly studentId: string | null;
  readonly studentName: string;
  /** The number of warnings. */
  readonly warnings: number;
  readonly total: number;
  readonly totalIsExact: boolean;
}

export interface OrdersQuery {
  readonly search: string;
  /** `waiting`, `open`, `all`, or a state. */
  readonly filter: string;
  readonly page: number;
  readonly pageSize: number;
  /** By the time of the last step. */
  readonly sort: "oldest" | "newest";
}

/** The interval at which the list is refetched, to show what students send and other admins do. */
const REFRESH_MS = 30_000;

export const ordersKey = ["orders"] as const;

async function listOrders({ pageSize, ...query }: OrdersQuery): Promise<ListedOrder[]> {
  const { data, error } = await tables().rpc("list_orders", { ...query, page_size: pageSize });
  if (error) throw error;
  return data.map((row) => ({
    id: row.id ?? "",
    number: row.number ?? "",
    state: row.state as OrderState,
    since: new Date(row.changed_at ?? ""),
    plan: findPlan(row.plan_level, row.plan_exam, row.plan_name),
    amountPaise: row.amount_paise ?? 0,
    studentId: row.user_id,
    studentName: row.student_name ?? "",
    warnings: row.warnings?.length ?? 0,
    total: row.total ?? 0,
    totalIsExact: row.total_is_exact ?? true,
  }));
}

/** For admins. The previous page stays while the next one loads. */
export function useOrders(query: OrdersQuery, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...ordersKey, query],
    queryFn: () => listOrders(query),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}
