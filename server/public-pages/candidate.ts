import type { Category } from "./rows/directory.ts";

/** What a candidate claims. */
export interface Candidate {
  readonly category: string;
  readonly isRural: boolean;
  readonly isKannadaMedium: boolean;
  readonly is371j: boolean;
}

/** The categories that a form offers. Since 2026, SC is printed as four groups. */
export const BASES = ["GM", "1", "2A", "2B", "3A", "3B", "SC", "S1", "S2", "S3", "S4", "ST"] as const;

/**
 * The categories whose seats the candidate may take: General Merit and their own, each in the general pool and in the
 * pools that they claim. A group of SC counts as SC in lists that do not print groups.
 */
export function countedFor(candidate: Candidate, exam: string, all: readonly Category[]): Category[] {
  if (exam === "COMEDK")
    return all.filter(({ code }) => code === "GM" || (code === "KKR" && candidate.is371j));
  const pools = new Set([
    "general",
    ...(candidate.isRural ? ["rural"] : []),
    ...(candidate.isKannadaMedium ? ["Kannada medium"] : []),
  ]);
  return all.filter(
    ({ code, base, pool, is371j }) =>
      pool !== null &&
      pools.has(pool) &&
      (!is371j || candidate.is371j) &&
      (base === "GM" || isOwn(candidate.category, code, base)),
  );
}

function isOwn(own: string, code: string, base: string | null): boolean {
  const group = /^S[1-4]/.exec(code)?.[0];
  if (group) return own === group;
  return base === (/^S[1-4]$/.test(own) ? "SC" : own);
}
