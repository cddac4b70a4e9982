import { useMutation, useQueryClient } from "@tanstack/react-query";
import { DOCUMENT_BUCKET, shownDocumentName } from "../../../../domain/documents.ts";
import { hasResponse } from "../../../backend/error-response.ts";
import { filesWithProgress } from "../../../backend/files.ts";
import { currentPlanKey } from "../../../queries/current-plan.ts";
import { useUser } from "../../../queries/user.ts";
import { changeStoredDocuments, isStored } from "./stored-documents.ts";

interface Upload {
  readonly path: string;
  readonly file: Blob;
  readonly onSent: (share: number) => void;
}

async function uploadDocument({ path, file, onSent }: Upload): Promise<void> {
  const { error } = await filesWithProgress(onSent)
    .from(DOCUMENT_BUCKET)
    .upload(path, file, { cacheControl: "3600", upsert: false });
  if (error) throw error;
}

export function useUploadDocument() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (upload: Upload) => {
      try {
        await uploadDocument(upload);
      } catch (error) {
        // Without a connection, the check below would fail too.
        if (!hasResponse(error)) throw error;
        // The cached data may be outdated: another tab may have uploaded, the plan may have ended, or only the response of
        // this upload was lost.
        queryClient.invalidateQueries({ queryKey: currentPlanKey(id) });
        if (!(await isStored(queryClient, id, upload.path))) throw error;
      }
    },
    onSuccess: (_result, { path, file }) => {
      const name = path.slice(path.indexOf("/") + 1);
      changeStoredDocuments(queryClient, id, (documents) =>
        documents.some((document) => document.name === name)
          ? documents
          : [
              {
                name,
                shownName: shownDocumentName(name),
                bytes: file.size,
                type: file.type,
                storedAt: new Date(),
                // The refresh of the list finds out.
                scanState: undefined,
              },
              ...documents,
            ],
      );
    },
  });
}
