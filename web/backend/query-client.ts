import { notifyManager, onlineManager, QueryClient } from "@tanstack/react-query";
import { isRefusal } from "./error-response.ts";

const MAX_RETRIES = 2;

/**
 * Requests fail at once while offline. By default they would wait for a connection, and be sent even after "Cancel".
 */
const networkMode = "always";

// A request that a press has started is shown before the next event: until then, Escape would close the dialog that waits.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  // By default, a page that was opened without a network is taken for one that has it, and asks for nothing when it is back.
  if (!import.meta.env.SSR) onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
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
