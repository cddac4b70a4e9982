import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DOCUMENT_BUCKET } from "../../../../domain/documents.ts";
import { files } from "../../../backend/files.ts";
import { useUser } from "../../../queries/user.ts";

/** What was looked at a moment ago is not fetched again to be kept. */
const CACHE_MS = 60_000;

async function fetchDocument(userId: string, name: string): Promise<Blob> {
  const { data, error } = await files().from(DOCUMENT_BUCKET).download(`${userId}/${name}`);
  if (error) throw error;
  return data;
}

const documentQuery = (userId: string, name: string) =>
  queryOptions({
    queryKey: ["document", userId, name],
    queryFn: () => fetchDocument(userId, name),
    // A name is never used for other bytes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_MS,
    retry: false,
  });

export function useDocument(name: string) {
  const { id } = useUser();
  return useQuery(documentQuery(id, name));
}

export function useDownloadDocument() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => queryClient.fetchQuery(documentQuery(id, name)),
  });
}
