import { findDocumentRefusal } from "../../../../domain/documents.ts";
import type { Failure } from "./upload-problem.ts";

export type Step =
  | { readonly kind: "chosen" }
  | { readonly kind: "waiting" }
  | { readonly kind: "shrinking" }
  | { readonly kind: "sending"; readonly share: number }
  | ({ readonly kind: "failed" } & Failure);

/** A file that the student has chosen to upload. */
export interface ChosenFile {
  readonly id: number;
  readonly file: File;
  readonly step: Step;
}

export interface CheckedFile extends ChosenFile {
  /** The reason why the file cannot be uploaded, or why its upload failed. */
  readonly problem: string | undefined;
  readonly canUpload: boolean;
}

/** Checks each file as if those before it were already stored. Files being uploaded are not checked again. */
export function checkFiles(
  chosen: readonly ChosenFile[],
  { hasPlan, count }: { hasPlan: boolean; count: number },
): CheckedFile[] {
  let usedPlaces = count;
  return chosen.map((one) => {
    const isIdle = one.step.kind === "chosen" || one.step.kind === "failed";
    const refusal = isIdle ? findDocumentRefusal({ hasPlan, count: usedPlaces, file: one.file }) : undefined;
    const failure = one.step.kind === "failed" ? one.step : undefined;
    const isAcceptable = !refusal && !failure?.isFinal;
    if (isAcceptable) usedPlaces += 1;
    return { ...one, problem: refusal ?? failure?.text, canUpload: isIdle && isAcceptable };
  });
}
