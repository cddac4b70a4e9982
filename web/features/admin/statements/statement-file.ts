import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callFunction } from "../../../backend/call-function.ts";
import { tables } from "../../../backend/tables.ts";
import { linesKey } from "./lines.ts";

export interface KnownStatement {
  readonly kind: "statement";
  readonly layout: string;
  readonly lines: number;
  readonly paise: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly examples: readonly { readonly day: string; readonly paise: number; readonly narration: string }[];
  readonly others: number;
  readonly unreadable: {
    readonly count: number;
    readonly examples: readonly { readonly row: number; readonly cells: readonly string[] }[];
  };
  /** Whether the same file was added before. */
  readonly isKnown: boolean;
  /** The lines that no statement had before; null in a preview. */
  readonly added: number | null;
}

export interface UnknownStatement {
  readonly kind: "unknown";
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[];
}

interface Reading {
  readonly file: File;
  /** A preview stores nothing. */
  readonly step: "preview" | "add";
}

async function readStatement({ file, step }: Reading): Promise<KnownStatement | UnknownStatement> {
  const query = new URLSearchParams({ step, name: file.name.slice(-255) });
  // A blob without a type is sent as bytes, whatever type the browser gives the file.
  return callFunction(`read-statement?${query}`, new Blob([file]));
}

export function useReadStatement() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: readStatement,
    onSettled: (_result, _error, { step }) => {
      if (step === "add") void queryClient.invalidateQueries({ queryKey: linesKey });
    },
  });
}

export interface ChosenColumns {
  readonly date: number;
  readonly narration: readonly number[];
  readonly reference?: number;
  readonly credit?: number;
  readonly amount?: number;
  readonly sign?: number;
}

interface Layout {
  readonly headings: string;
  readonly columns: ChosenColumns;
}

async function saveLayout({ headings, columns }: Layout): Promise<void> {
  const { error } = await tables()
    .from("statement_layouts")
    .upsert({ headings, columns: { ...columns, narration: [...columns.narration] } });
  if (error) throw error;
}

export function useSaveLayout() {
  return useMutation({ mutationFn: saveLayout });
}
