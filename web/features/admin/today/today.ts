import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";

/** Something that waits, such as a payment. */
export interface WaitingItem {
  readonly id: string;
  /** Null if the account was deleted; absent where it is not about a student. */
  readonly student_id?: string | null;
  readonly name: string | null;
  readonly at: string;
  readonly text?: string | null;
  /** Only for a mail about a step of an order. */
  readonly order_id?: string;
  readonly step_id?: number;
  readonly ends_soon?: boolean;
}

export interface Section {
  readonly count: number;
  /** The oldest. */
  readonly items: readonly WaitingItem[];
}

export interface Health {
  readonly backed_up_at: string | null;
  readonly worked_at: string | null;
  readonly disks: readonly {
    readonly host: string;
    readonly free_bytes: number;
    readonly total_bytes: number;
  }[];
  readonly jobs_failed: number;
  readonly jobs_late: number;
}

export type SectionName =
  | "payments"
  | "documents"
  | "calls"
  | "unmarked"
  | "ending"
  | "failed"
  | "doubtful"
  | "paused"
  | "unconfirmed";

/** The result of today() in database/rules/today.sql. */
export type Today = Readonly<Record<SectionName, Section>> & { readonly at: string; readonly health: Health };

/** A row of season_figures in database/rules/today.sql. */
export interface Figure {
  readonly day: string;
  readonly kind: string;
  readonly plan: string;
  readonly number: number;
  readonly amount_paise: number;
}

const todayKey = ["today"] as const;
const REFRESH_MS = 30_000;

async function loadToday(): Promise<Today> {
  const { data, error } = await tables().rpc("today");
  if (error) throw error;
  return data as unknown as Today;
}

/** Asks again every half minute, as long as the page is visible. */
export function useToday() {
  return useQuery({ queryKey: todayKey, queryFn: loadToday, refetchInterval: REFRESH_MS, staleTime: 0 });
}

async function loadFigures(days: number): Promise<Figure[]> {
  const { data, error } = await tables().rpc("season_figures", { days });
  if (error) throw error;
  return data as Figure[];
}

export function useFigures(days: number) {
  return useQuery({ queryKey: ["season-figures", days], queryFn: () => loadFigures(days) });
}

async function markDocumentsViewed(student: string): Promise<void> {
  const { error } = await tables().rpc("mark_documents_viewed", { student });
  if (error) throw error;
}

/** Marks the documents of a student as seen by this admin. */
export function useMarkDocumentsViewed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: markDocumentsViewed,
    onSettled: () => client.invalidateQueries({ queryKey: todayKey }),
  });
}

async function sendPaymentMailAgain({ step_id: step = 0, ends_soon = false }: WaitingItem): Promise<void> {
  const { error } = await tables().rpc("send_payment_mail_again", { step, ends_soon });
  if (error) throw error;
}

/** Sends a mail about a step of an order again. */
export function useSendPaymentMailAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendPaymentMailAgain,
    onSettled: () => client.invalidateQueries({ queryKey: todayKey }),
  });
}
