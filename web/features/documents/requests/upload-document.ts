import { useMutation, useQueryClient } from "@tanstack/react-query";
import { DOCUMENT_BUCKET, shownDocumentName } from "../../../../domain/documents.ts";
import { hasResponse } from "../../../backend/error-response.ts";
import { currentPlanKey } from "../../../queries/current-plan.ts";
import { useUser } from "../../../queries/user.ts";
import type { Upload } from "../../../uploads/send-file.ts";
import { changeStoredDocuments, isStored } from "./stored-documents.ts";

export function useUploadDocument() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (upload: Upload) => {
      try {
        // Loaded when a file is chosen: the page shows documents without it.
        const { sendFile } = await import("../../../uploads/send-file.ts");
        return await sendFile(id, DOCUMENT_BUCKET, upload);
      } catch (error) {
        // Without a connection, the check below would fail too.
        if (!hasResponse(error)) throw error;
        // The cached data may be outdated: another tab may have uploaded, the plan may have ended, or only the response of
        // this upload was lost.
        queryClient.invalidateQueries({ queryKey: currentPlanKey(id) });
        if (!(await isStored(queryClient, id, upload.path))) throw error;
        return upload.path;
      }
    },
    onSuccess: (path, { file }) => {
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
