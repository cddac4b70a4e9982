const listeners = new Set<() => void>();

/** Runs the listener when the server refuses a write because too many requests were sent. Returns a function to stop. */
export function listenToLimitedWrites(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function reportLimitedWrite(): void {
  for (const listener of listeners) listener();
}
