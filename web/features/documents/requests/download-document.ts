import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DOCUMENT_BUCKET } from "../../../../domain/documents.ts";
import { files } from "../../../backend/files.ts";
import { useUser } from "../../../queries/user.ts";

/** A document that was just previewed is not fetched again to be downloaded. */
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
    // The bytes under a name never change.
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
