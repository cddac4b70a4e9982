import { useQuery } from "@tanstack/react-query";
import { DOCUMENT_BUCKET, DOCUMENT_LINK_SECONDS } from "../../../../domain/documents.ts";
import { files } from "../../../backend/files.ts";

async function listDocuments(studentId: string) {
  const { data, error } = await files()
    .from(DOCUMENT_BUCKET)
    .list(studentId, { limit: 100, offset: 0, sortBy: { column: "created_at", order: "desc" } });
  if (error) throw error;
  return data;
}

export function useStudentDocuments(studentId: string) {
  return useQuery({
    queryKey: ["student-documents", studentId],
    queryFn: () => listDocuments(studentId),
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
