import { useQuery } from "@tanstack/react-query";
import { DOCUMENT_LINK_SECONDS } from "../../../../domain/documents.ts";
import { PAYMENT_PROOF_BUCKET } from "../../../../domain/payment-proofs.ts";
import { files } from "../../../backend/files.ts";

/** The link works without signing in, for DOCUMENT_LINK_SECONDS. The server records that the admin asked for it. */
export async function createProofLink(name: string): Promise<string> {
  const { data, error } = await files()
    .from(PAYMENT_PROOF_BUCKET)
    .createSignedUrl(name, DOCUMENT_LINK_SECONDS);
  if (error) throw error;
  return data.signedUrl;
}

/** Keeps one link for as long as the order is open, so that one view is one entry in the audit log. */
export function useProofLink(name: string) {
  return useQuery({
    queryKey: ["payment proof", name],
    queryFn: () => createProofLink(name),
    staleTime: (DOCUMENT_LINK_SECONDS * 1000) / 2,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
