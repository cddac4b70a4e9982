import { findDocumentRefusal } from "../../../../domain/documents.ts";
import type { Failure } from "./upload-problem.ts";

export type Step =
  | { readonly kind: "chosen" }
  | { readonly kind: "waiting" }
  | { readonly kind: "shrinking" }
  | { readonly kind: "sending"; readonly share: number }
  | ({ readonly kind: "failed" } & Failure);

/** A file on its way from the student's device into the list. */
export interface ChosenFile {
  readonly id: number;
  readonly file: File;
  readonly step: Step;
}

/** What stands beside a file: why it will not be taken, or why it was not. */
export interface CheckedFile extends ChosenFile {
  readonly problem: string | undefined;
  readonly canUpload: boolean;
}

/** Each file is judged as if those before it were stored already. What is on its way is left alone. */
export function checkFiles(
  chosen: readonly ChosenFile[],
  { hasPlan, count }: { hasPlan: boolean; count: number },
): CheckedFile[] {
  let taken = count;
  return chosen.map((one) => {
    const isIdle = one.step.kind === "chosen" || one.step.kind === "failed";
    const refusal = isIdle ? findDocumentRefusal({ hasPlan, count: taken, file: one.file }) : undefined;
    const failure = one.step.kind === "failed" ? one.step : undefined;
    const canStay = !refusal && !failure?.isFinal;
    if (canStay) taken += 1;
    return { ...one, problem: refusal ?? failure?.text, canUpload: isIdle && canStay };
  });
}
