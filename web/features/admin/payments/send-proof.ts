import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { findDocumentType, withFittingExtension } from "../../../../domain/documents.ts";
import { PAYMENT_PROOF_BUCKET, proofPath } from "../../../../domain/payment-proofs.ts";
import { files } from "../../../backend/files.ts";

/** Uploads a proof into the student's folder, once for each file. Its bytes stay unchanged, so a copy is recognized. */
export function useSendProof(student: string) {
  const sent = useRef(new Map<File, string>());
  return useMutation({
    mutationFn: async (file: File) => {
      const known = sent.current.get(file);
      if (known) return known;
      const type = findDocumentType(file) ?? "";
      const path = proofPath(student, withFittingExtension(file.name, type), new Date());
      const { error } = await files().from(PAYMENT_PROOF_BUCKET).upload(path, file, { contentType: type });
      if (error) throw error;
      sent.current.set(file, path);
      return path;
    },
  });
}
