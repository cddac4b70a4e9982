import { MutationCache, QueryClient } from "@tanstack/react-query";
import { isLimited, isRefusal } from "./error-response.ts";

const MAX_RETRIES = 2;

/**
 * Requests fail at once while offline. By default they would wait for a connection, and be sent even after "Cancel".
 */
const networkMode = "always";

/** `onLimitedWrite` runs when the server refuses a write because too many requests were sent. */
export function createQueryClient(onLimitedWrite: () => void = () => undefined): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isLimited(error)) onLimitedWrite();
      },
    }),
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < MAX_RETRIES && !isRefusal(error),
      },
      mutations: { networkMode },
    },
  });
}
