import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";

const reportKey = ["payment-report"] as const;

export interface Period {
  readonly from: string;
  readonly to: string;
}

async function fetchReport({ from, to }: Period) {
  const { data, error } = await tables().rpc("payment_report", { from_day: from, to_day: to });
  if (error) throw error;
  return data;
}

export type ReportRow = Awaited<ReturnType<typeof fetchReport>>[number];

export function useReport(period: Period) {
  return useQuery({
    queryKey: [...reportKey, period.from, period.to],
    queryFn: () => fetchReport(period),
    placeholderData: keepPreviousData,
  });
}

async function fetchOpenAmounts() {
  const { data, error } = await tables().rpc("open_amounts");
  if (error) throw error;
  return data;
}

export function useOpenAmounts() {
  return useQuery({ queryKey: [...reportKey, "open"], queryFn: fetchOpenAmounts });
}

const ENTRIES_AT_ONCE = 500;

async function fetchPart({ from, to }: Period, after: string) {
  const { data, error } = await tables().rpc("list_book_entries", {
    from_day: from,
    to_day: to,
    after_number: after,
    page_size: ENTRIES_AT_ONCE,
  });
  if (error) throw error;
  return data;
}

export type BookEntry = Awaited<ReturnType<typeof fetchPart>>[number];

/** Fetches all receipts and refunds of a period, in parts. */
export async function fetchBookEntries(period: Period): Promise<BookEntry[]> {
  const entries: BookEntry[] = [];
  for (;;) {
    const part = await fetchPart(period, entries.at(-1)?.number ?? "");
    entries.push(...part);
    if (part.length < ENTRIES_AT_ONCE) return entries;
  }
}
