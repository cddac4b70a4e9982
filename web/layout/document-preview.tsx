import { useQuery } from "@tanstack/react-query";
import { DOCUMENT_LINK_SECONDS, shownDocumentName } from "../../domain/documents.ts";
import { createDocumentLink } from "../queries/student-documents.ts";
import { LinkedPicture } from "./linked-picture.tsx";

export function DocumentPreview({ studentId, name }: { studentId: string; name: string }) {
  return <LinkedPicture link={useDocumentLink(studentId, name)} alt={shownDocumentName(name)} />;
}

/** Keeps one link while the page is open, so that one view is one entry in the audit log. */
function useDocumentLink(studentId: string, name: string) {
  return useQuery({
    queryKey: ["document link", studentId, name],
    queryFn: () => createDocumentLink(studentId, name),
    staleTime: (DOCUMENT_LINK_SECONDS * 1000) / 2,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
