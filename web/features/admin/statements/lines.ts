import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { tables } from "../../../backend/tables.ts";

export const linesKey = ["statement-lines"] as const;

export const LINE_STATES = ["certain", "suggested", "open", "explained", "confirmed"] as const;
export type LineState = (typeof LINE_STATES)[number];

/** The number of lines that are confirmed together. */
export const PAGE_SIZE = 100;

/** More would mean that the server never comes to an end. */
const MAX_CALLS = 2_000;

interface Counting {
  readonly signal: AbortSignal;
  /** Called with about how many lines are left to be compared with the orders. */
  report(left: number): void;
}

/**
 * Brings the proposals up to date first: a student may have sent a UTR since the statement was read. Each call compares a
 * part of the lines.
 */
async function fetchCounts({ signal, report }: Counting) {
  for (let call = 0, left = 1; left > 0 && call < MAX_CALLS; call += 1) {
    const { data, error } = await tables().rpc("match_lines").abortSignal(signal);
    if (error) throw error;
    left = data;
    report(left);
  }
  const { data, error } = await tables().rpc("count_statement_lines").abortSignal(signal);
  if (error) throw error;
  const counts = new Map(data.map(({ state, lines }) => [state, lines]));
  const count = (state: string) => counts.get(state) ?? 0;
  return {
    certain: count("certain"),
    suggested: count("suggested") + count("chosen"),
    open: count("open"),
    explained: count("explained"),
    confirmed: count("confirmed"),
  } satisfies Record<LineState, number>;
}

export function useLineCounts() {
  const [left, setLeft] = useState(0);
  const counts = useQuery({
    queryKey: [...linesKey, "counts"],
    queryFn: ({ signal }) => fetchCounts({ signal, report: setLeft }),
  });
  return { counts, left };
}

async function fetchLines(state: LineState, page: number) {
  const { data, error } = await tables().rpc("list_statement_lines", { state, page, page_size: PAGE_SIZE });
  if (error) throw error;
  return data;
}

export type Line = Awaited<ReturnType<typeof fetchLines>>[number];

/** Waits for the counts, because their request updates the proposals. */
export function useLines(state: LineState, page: number, isReady: boolean) {
  return useQuery({
    queryKey: [...linesKey, state, page],
    queryFn: () => fetchLines(state, page),
    enabled: isReady,
  });
}

interface Refused {
  readonly number: string | null;
  readonly message: string;
}

interface Confirmed {
  readonly count: number;
  readonly refused: readonly Refused[];
}

async function confirmLines(lines: readonly Line[]): Promise<Confirmed> {
  const { data, error } = await tables().rpc("confirm_lines", {
    line_ids: lines.map(({ line_id }) => line_id),
    order_ids: lines.map(({ order_id }) => order_id ?? ""),
  });
  if (error) throw error;
  return {
    count: data.filter(({ outcome }) => outcome !== "refused").length,
    refused: data.flatMap(({ outcome, number, message }) =>
      outcome === "refused" ? [{ number, message: message ?? "This was refused." }] : [],
    ),
  };
}

export function useConfirmLines() {
  return useLineChange(confirmLines);
}

async function confirmSuggestion(line: Line): Promise<Confirmed> {
  const { line_id, order_id } = line;
  // The choice is on record, and allows a UTR that differs from what the student has typed.
  const { error } = await tables().rpc("choose_order", { line_id, order_id: order_id ?? "" });
  if (error) throw error;
  return confirmLines([line]);
}

export function useConfirmSuggestion() {
  return useLineChange(confirmSuggestion);
}

interface Decision {
  readonly line: Line;
  readonly number: string;
  readonly words: string;
}

/** Chooses the order that a line pays, or explains the line. */
async function decideLine({ line, number, words }: Decision): Promise<void> {
  if (number === "") {
    const { error } = await tables().rpc("explain_line", { line_id: line.line_id, words });
    if (error) throw error;
    return;
  }
  const found = await tables().rpc("list_orders", { search: number, filter: "all" });
  if (found.error) throw found.error;
  const [order, ...others] = found.data;
  if (!order || others.length > 0) throw new OrderNotFound();
  const { error } = await tables().rpc("choose_order", { line_id: line.line_id, order_id: order.id });
  if (error) throw error;
}

export class OrderNotFound extends Error {}

export function useDecideLine() {
  return useLineChange(decideLine);
}

async function reopenLine({ line_id }: Line): Promise<void> {
  const { error } = await tables().rpc("reopen_line", { line_id });
  if (error) throw error;
}

export function useReopenLine() {
  return useLineChange(reopenLine);
}

/**
 * Refetches after an error, too: the server may have made the change although its response was lost. The refetch is not
 * awaited, because it may remove the list that still has to show its result.
 */
function useLineChange<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: linesKey });
    },
  });
}
