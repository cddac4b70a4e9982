import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DOCUMENT_BUCKET } from "../../../../domain/documents.ts";
import { loadFiles } from "../../../backend/load-files.ts";
import { useUser } from "../../../queries/user.ts";
import { findKept, keepDocument, keptNamesKey } from "../kept/kept-documents.ts";

/** A document that was just previewed is not fetched again to be downloaded. */
const CACHE_MS = 60_000;

async function openDocument(client: QueryClient, userId: string, name: string): Promise<Blob> {
  const kept = await findKept(userId, name);
  if (kept) return kept;
  const blob = await fetchDocument(userId, name);
  await keepDocument(userId, name, blob);
  void client.invalidateQueries({ queryKey: keptNamesKey(userId) });
  return blob;
}

async function fetchDocument(userId: string, name: string): Promise<Blob> {
  // The browser would keep the bytes in its own cache, where a logout does not reach.
  const parameters = { cache: "no-store" } as const;
  const files = await loadFiles();
  const { data, error } = await files.from(DOCUMENT_BUCKET).download(`${userId}/${name}`, {}, parameters);
  if (error) throw error;
  return data;
}

export const documentsKey = (userId: string) => ["document", userId] as const;

const documentQuery = (userId: string, name: string) =>
  queryOptions({
    queryKey: [...documentsKey(userId), name],
    queryFn: ({ client }) => openDocument(client, userId, name),
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
