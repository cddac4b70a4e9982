import { MAX_DOCUMENTS } from "../../../../domain/documents.ts";
import { findStoredSession } from "../../../backend/stored-session.ts";
import { keptKey, lockKept } from "../../../layout/kept/drop-kept.ts";

// Documents that the student has opened and asked to keep are in Cache Storage, in a cache per account. The cache exists
// only while the switch is on (decision 0045).

const cacheOf = (userId: string) => keptKey(userId, "documents");
const addressOf = (name: string) => `/kept/${encodeURIComponent(name)}`;

export const keptNamesKey = (userId: string) => ["kept-documents", userId] as const;

/** Browsers have no Cache Storage over plain HTTP. */
export const canKeepDocuments = (): boolean => "caches" in window && "locks" in navigator;

/** Returns their names, or null while the switch is off. */
export async function listKept(userId: string): Promise<readonly string[] | null> {
  return (await ifOn(userId, namesIn)) ?? null;
}

export async function turnOn(userId: string): Promise<void> {
  await lockKept(async () => {
    // A logout in another tab has removed everything, and this page may not know it yet.
    if (findStoredSession()?.user.id === userId) await caches.open(cacheOf(userId));
  });
}

export async function turnOff(userId: string): Promise<void> {
  await lockKept(() => caches.delete(cacheOf(userId)));
}

export async function findKept(userId: string, name: string): Promise<Blob | undefined> {
  const response = await ifOn(userId, (cache) => cache.match(addressOf(name)));
  return response?.blob();
}

/** Keeps a document that was opened. */
export async function keepDocument(userId: string, name: string, blob: Blob): Promise<void> {
  await ifOn(userId, async (cache) => {
    if ((await cache.keys()).length < MAX_DOCUMENTS) await cache.put(addressOf(name), new Response(blob));
  });
}

/** Removes all but those with the names: the others were deleted, here or on another device. */
export async function keepOnly(userId: string, names: readonly string[]): Promise<void> {
  await ifOn(userId, async (cache) => {
    for (const name of await namesIn(cache)) if (!names.includes(name)) await cache.delete(addressOf(name));
  });
}

async function namesIn(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => decodeURIComponent(url.slice(url.lastIndexOf("/") + 1)));
}

/** Opening a cache would create it, so nothing may remove it in between. Without storage or room, nothing is kept. */
async function ifOn<Result>(
  userId: string,
  run: (cache: Cache) => Promise<Result>,
): Promise<Result | undefined> {
  if (!canKeepDocuments()) return undefined;
  try {
    return await lockKept(async () =>
      (await caches.has(cacheOf(userId))) ? run(await caches.open(cacheOf(userId))) : undefined,
    );
  } catch {
    return undefined;
  }
}
