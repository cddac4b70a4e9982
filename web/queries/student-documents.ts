import { useQuery } from "@tanstack/react-query";
import { DOCUMENT_BUCKET, DOCUMENT_LINK_SECONDS } from "../../domain/documents.ts";
import { files } from "../backend/files.ts";
import { tables } from "../backend/tables.ts";

/** Only admins may read how many documents wait for their scan. */
async function listDocuments(studentId: string, isAdmin: boolean) {
  const [listed, waiting] = await Promise.all([
    files()
      .from(DOCUMENT_BUCKET)
      .list(studentId, { limit: 100, offset: 0, sortBy: { column: "created_at", order: "desc" } }),
    isAdmin ? tables().rpc("count_waiting_documents", { student: studentId }) : { data: 0, error: null },
  ]);
  if (listed.error) throw listed.error;
  if (waiting.error) throw waiting.error;
  // The list leaves out documents that wait for their malware scan.
  return { documents: listed.data, waiting: waiting.data };
}

export function useStudentDocuments(studentId: string, { isAdmin = true } = {}) {
  return useQuery({
    queryKey: ["student-documents", studentId],
    queryFn: () => listDocuments(studentId, isAdmin),
    staleTime: 0,
  });
}

/** The link works without signing in, for DOCUMENT_LINK_SECONDS. */
export async function createDocumentLink(studentId: string, name: string): Promise<string> {
  const { data, error } = await files()
    .from(DOCUMENT_BUCKET)
    .createSignedUrl(`${studentId}/${name}`, DOCUMENT_LINK_SECONDS);
  if (error) throw error;
  return data.signedUrl;
}
