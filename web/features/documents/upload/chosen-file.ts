import { findDocumentRefusal } from "../../../../domain/documents.ts";
import type { UploadFailure } from "./upload-failure.ts";

export type Step =
  | { readonly kind: "chosen" }
  | { readonly kind: "waiting" }
  | { readonly kind: "shrinking" }
  /** The share that the server has stored, from 0 to 1. */
  | { readonly kind: "sending" | "offline"; readonly share: number }
  | ({ readonly kind: "failed" } & UploadFailure);

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
  return chosen.map((chosenFile) => {
    const isIdle = chosenFile.step.kind === "chosen" || chosenFile.step.kind === "failed";
    const refusal = isIdle
      ? findDocumentRefusal({ hasPlan, count: usedPlaces, file: chosenFile.file })
      : undefined;
    const failure = chosenFile.step.kind === "failed" ? chosenFile.step : undefined;
    const isAcceptable = !refusal && !failure?.isFinal;
    if (isAcceptable) usedPlaces += 1;
    return { ...chosenFile, problem: refusal ?? failure?.text, canUpload: isIdle && isAcceptable };
  });
}
