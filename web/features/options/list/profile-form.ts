import type { ListProfile } from "./stored-list.ts";

export interface TypedProfile {
  readonly rank: string;
  readonly category: string;
  readonly isRural: boolean;
  readonly isKannadaMedium: boolean;
  readonly is371j: boolean;
  readonly feeLimit: string;
}

export interface ProfileProblem {
  readonly field: "rank" | "feeLimit";
  readonly text: string;
}

export function typedProfileOf({ rank, feeLimit, ...claims }: ListProfile): TypedProfile {
  const { category, isRural, isKannadaMedium, is371j } = claims;
  return {
    rank: rank === null ? "" : String(rank),
    feeLimit: feeLimit === null ? "" : String(feeLimit),
    category,
    isRural,
    isKannadaMedium,
    is371j,
  };
}

/** The database has the same bounds: database/migrations/0108_option_lists.sql. */
export function findProfileProblem({ rank, feeLimit }: TypedProfile): ProfileProblem | undefined {
  if (rank && !/^[\d,]*[1-9][\d,]*(\.\d{1,2})?$/.test(rank.trim()))
    return { field: "rank", text: "Please type a rank, such as 12,345 or 53340.5." };
  if (Number(rank.replaceAll(",", "")) >= 10_000_000)
    return { field: "rank", text: "There is no such rank." };
  if (feeLimit && !/^[\d,]{1,12}$/.test(feeLimit.trim()))
    return { field: "feeLimit", text: "Please type rupees, such as 1,20,000." };
  if (Number(feeLimit.replaceAll(",", "")) > 100_000_000)
    return { field: "feeLimit", text: "Please type a smaller amount." };
  return undefined;
}
