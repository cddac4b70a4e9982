import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { whenQuiet } from "../../layout/when-quiet.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The page loads these after what it needs at once: on a slow line, their 18 kB would delay it. */
const QUIET_MS = 500;

const loadOrderStatus = async () => (await import("./paying/order-status.tsx")).OrderStatus;
const loadPaying = async () => (await import("./paying/paying.tsx")).Paying;

/** The components that are needed only after a plan was chosen. */
export const OrderStatus = lazyPart(loadOrderStatus, {
  fallback: <Skeleton className="mb-6 h-56 max-w-2xl" />,
});
export const Paying = lazyPart(loadPaying, { fallback: <Skeleton className="h-120" /> });

/**
 * Loads both before they are shown, so that they work if the connection is lost later: at once when the student begins to
 * choose, and otherwise when the page is quiet.
 */
export function usePayingCode(isChoosing: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isChoosing) loadBoth();
    else return whenQuiet(client, QUIET_MS, loadBoth);
  }, [isChoosing, client]);
}

function loadBoth(): void {
  // If this fails, the part itself says so and offers to try again.
  for (const load of [loadPaying, loadOrderStatus]) load().catch(() => undefined);
}
