import { QueryClient } from "@tanstack/react-query";

/** A lost connection is tried again twice; what the server refused stays refused. */
const MOST_RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < MOST_RETRIES && !wasAnswered(error),
      },
    },
  });
}

/** The client's errors carry a code when the server has spoken, and an empty one when nothing came back. */
function wasAnswered(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && Boolean(error.code);
}
