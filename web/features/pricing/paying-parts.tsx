import { useEffect } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const loadOrderStatus = async () => (await import("./paying/order-status.tsx")).OrderStatus;
const loadPaying = async () => (await import("./paying/paying.tsx")).Paying;

/** The components that are needed only after a plan was chosen. */
export const OrderStatus = lazyPart(loadOrderStatus, {
  fallback: <Skeleton className="mb-6 h-56 max-w-2xl" />,
});
export const Paying = lazyPart(loadPaying, { fallback: <Skeleton className="h-120" /> });

/** Loads both as soon as the page is shown, so that they work if the connection is lost later. */
export function usePayingCode(): void {
  useEffect(() => {
    // If this fails, the part itself says so and offers to try again.
    for (const load of [loadPaying, loadOrderStatus]) load().catch(() => undefined);
  }, []);
}
