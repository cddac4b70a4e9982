import { useMutation, useQueryClient } from "@tanstack/react-query";
import { DOCUMENT_BUCKET } from "../../../../domain/documents.ts";
import { loadFiles } from "../../../backend/load-files.ts";
import { useUser } from "../../../queries/user.ts";
import { changeStoredDocuments } from "./stored-documents.ts";

/** Succeeds even if another tab has already removed the document. */
async function removeDocument(userId: string, name: string): Promise<void> {
  const files = await loadFiles();
  const { error } = await files.from(DOCUMENT_BUCKET).remove([`${userId}/${name}`]);
  if (error) throw error;
}

export function useRemoveDocument() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => removeDocument(id, name),
    onSuccess: (_result, removed) => {
      changeStoredDocuments(queryClient, id, (documents) => documents.filter(({ name }) => name !== removed));
    },
  });
}
