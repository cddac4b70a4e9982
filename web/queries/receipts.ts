import { useMutation, useQuery } from "@tanstack/react-query";
import { tables } from "../backend/tables.ts";
import { useUser } from "./user.ts";

export interface Receipt {
  /** Such as MRG/26-27/00001. */
  readonly number: string;
  readonly amountPaise: number;
  readonly issuedAt: Date;
  /** Whether its confirmation was undone. Another receipt may have replaced it. */
  readonly isCancelled: boolean;
}

/** Returns the newest first. */
async function fetchReceipts(userId: string): Promise<Receipt[]> {
  const { data, error } = await tables()
    .from("receipts")
    .select("number, amount_paise, issued_at, cancelled_at")
    .eq("user_id", userId)
    .order("issued_at", { ascending: false });
  if (error) throw error;
  return data.map(({ number, amount_paise, issued_at, cancelled_at }) => ({
    number,
    amountPaise: amount_paise,
    issuedAt: new Date(issued_at),
    isCancelled: cancelled_at !== null,
  }));
}

export function useReceipts() {
  const { id } = useUser();
  return useQuery({ queryKey: ["receipts", id], queryFn: () => fetchReceipts(id) });
}

async function fetchReceiptFile(number: string): Promise<Blob> {
  // Loaded on demand, as in admin-access.ts.
  const { functions } = await import("../backend/functions.ts");
  const { data, error } = await functions().invoke<Blob>("receipt", { body: { number } });
  if (error) throw error;
  return data as Blob;
}

export function useReceiptFile() {
  return useMutation({ mutationFn: fetchReceiptFile });
}
