/** A list of closing ranks as a file has it. */
export interface PrintedList {
  readonly title: string;
  readonly rows: readonly PrintedRow[];
  /** The facts about the list that the columns of its table contain. */
  readonly columns?: { readonly meritList?: string; readonly year?: number; readonly round?: string };
}

/** A course of a college. A category without a rank is left out. */
export interface PrintedRow {
  readonly college: string;
  readonly name: string;
  /** Null where the list prints none. */
  readonly code: string | null;
  readonly course: string;
  readonly ranks: readonly { readonly category: string; readonly rank: string }[];
}
