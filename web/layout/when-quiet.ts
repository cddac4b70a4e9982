import type { QueryClient } from "@tanstack/react-query";

/** Runs once no query has been waiting for an answer for this time. Returns a function to stop. */
export function whenQuiet(client: QueryClient, quietMs: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const startWhenQuiet = () => {
    clearTimeout(timer);
    if (client.isFetching() > 0) return;
    timer = setTimeout(() => {
      stop();
      run();
    }, quietMs);
  };
  const unsubscribe = client.getQueryCache().subscribe(startWhenQuiet);
  const stop = () => {
    clearTimeout(timer);
    unsubscribe();
  };
  startWhenQuiet();
  return stop;
}
