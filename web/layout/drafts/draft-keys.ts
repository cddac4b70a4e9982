const PREFIX = "maarga-draft:";

/** The owner of the drafts of people who are not signed in. */
export const VISITOR = "visitor";

export const keyOf = (owner: string, form: string) => `${PREFIX}${owner}:${form}`;

export function draftKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
}

/** Runs when somebody has signed in: the drafts of another account on this device are not theirs to find. */
export function dropDraftsOfOthers(owner: string): void {
  withStorage(() => {
    for (const key of draftKeys())
      if (!key.startsWith(keyOf(owner, "")) && !key.startsWith(keyOf(VISITOR, "")))
        localStorage.removeItem(key);
  });
}

/** Without storage, or when it is full, a form works and keeps nothing. */
export function withStorage<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
