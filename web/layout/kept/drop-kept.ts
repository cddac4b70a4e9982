import { withStorage } from "../drafts/draft-keys.ts";

const PREFIX = "maarga-kept:";

export const keptKey = (owner: string, name: string) => `${PREFIX}${owner}:${name}`;

/** Nothing is kept while it is being removed, in any tab. */
export function lockKept<Result>(run: () => Promise<Result>): Promise<Result> {
  return navigator.locks.request("maarga-kept", run);
}

/** Removes the answers and documents that were kept for other accounts; without an owner, those of all. */
export async function dropKept(owner?: string): Promise<void> {
  const isRemoved = (key: string) => key.startsWith(PREFIX) && !(owner && key.startsWith(keptKey(owner, "")));
  withStorage(() => {
    for (const key of Object.keys(localStorage)) if (isRemoved(key)) localStorage.removeItem(key);
  });
  try {
    await lockKept(async () => {
      for (const name of await caches.keys()) if (isRemoved(name)) await caches.delete(name);
    });
  } catch {
    // Without locks and caches, as over plain HTTP, no documents were kept.
  }
}
