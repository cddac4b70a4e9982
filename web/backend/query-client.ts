import { QueryClient } from "@tanstack/react-query";

/** A lost connection is tried again twice; what the server refused stays refused. */
const MOST_RETRIES = 2;

/** Without a connection too a wish fails at once, and says so: one that waits for it would be carried out after "Cancel". */
const networkMode = "always";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < MOST_RETRIES && !wasAnswered(error),
      },
      mutations: { networkMode },
    },
  });
}

/** The client's errors carry a code when the server has spoken, and an empty one when nothing came back. */
function wasAnswered(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && Boolean(error.code);
}
