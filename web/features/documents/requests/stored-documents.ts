import { type QueryClient, useQuery } from "@tanstack/react-query";
import { DOCUMENT_BUCKET, shownDocumentName } from "../../../../domain/documents.ts";
import { fetchAsCaller } from "../../../backend/auth.ts";
import type { EarlyRequest } from "../../../backend/early-answers.ts";
import { settings } from "../../../backend/settings.ts";
import { useUser } from "../../../queries/user.ts";

export interface StoredDocument {
  /** Unique within the folder: it starts with the time of the upload. */
  readonly name: string;
  readonly shownName: string;
  readonly bytes: number;
  readonly type: string;
  readonly storedAt: Date;
  /** The state of the malware scan; undefined once it has found nothing. */
  readonly scanState: "waiting" | "infected" | undefined;
}

const keyOf = (userId: string) => ["documents", userId] as const;

const LIST_OPTIONS = { limit: 100, offset: 0, sortBy: { column: "created_at", order: "desc" } };

export const documentsRequest: EarlyRequest = {
  path: `/storage/v1/object/list/${DOCUMENT_BUCKET}`,
  body: { ...LIST_OPTIONS, prefix: "_user_/" },
};

interface ListedFile {
  readonly name: string;
  readonly created_at: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** Sends what the official client would send for `list`: the page is shown before that client has been loaded. */
async function listFiles(userId: string): Promise<ListedFile[]> {
  const response = await fetchAsCaller(settings().backendUrl + documentsRequest.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...LIST_OPTIONS, prefix: `${userId}/` }),
  });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.message), { status: response.status });
  return answer;
}

async function fetchStoredDocuments(userId: string): Promise<StoredDocument[]> {
  const files = await listFiles(userId);
  return files.map(({ name, created_at, metadata }) => ({
    name,
    shownName: shownDocumentName(name),
    bytes: Number(metadata?.size ?? 0),
    type: String(metadata?.mimetype ?? ""),
    storedAt: new Date(created_at ?? 0),
    scanState: scanStateOf(metadata?.scanState),
  }));
}

function scanStateOf(state: unknown): StoredDocument["scanState"] {
  return state === "waiting" || state === "infected" ? state : undefined;
}

/** A waiting document is usually scanned within a minute. */
const REFRESH_WHILE_WAITING_MS = 20_000;

export function useStoredDocuments() {
  const { id } = useUser();
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => fetchStoredDocuments(id),
    refetchInterval: ({ state }) =>
      state.data?.some(({ scanState }) => scanState === "waiting") ? REFRESH_WHILE_WAITING_MS : false,
  });
}

/** Shows a change at once and refreshes the list from the server. */
export function changeStoredDocuments(
  queryClient: QueryClient,
  userId: string,
  change: (documents: StoredDocument[]) => StoredDocument[],
): Promise<void> {
  queryClient.setQueryData<StoredDocument[]>(keyOf(userId), (previous) => previous && change(previous));
  return queryClient.invalidateQueries({ queryKey: keyOf(userId) });
}

/** Checks whether a failed upload was stored after all, because only its response was lost. */
export async function isStored(queryClient: QueryClient, userId: string, path: string): Promise<boolean> {
  await queryClient.invalidateQueries({ queryKey: keyOf(userId) });
  const documents = queryClient.getQueryData<StoredDocument[]>(keyOf(userId));
  return documents?.some(({ name }) => path === `${userId}/${name}`) ?? false;
}
