import { QueryClient } from "@tanstack/react-query";

/** Only requests without a response are retried, since the server would refuse the others again. */
const MAX_RETRIES = 2;

/**
 * Requests fail at once while offline. By default they would wait for a connection, and be sent even after "Cancel".
 */
const networkMode = "always";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < MAX_RETRIES && !hasResponse(error),
      },
      mutations: { networkMode },
    },
  });
}

/** The client's errors have an empty code if no response arrived. */
function hasResponse(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && Boolean(error.code);
}
