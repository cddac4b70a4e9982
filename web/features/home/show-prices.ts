import { formatRupees } from "../../../domain/money.ts";
import type { PricedPlan } from "../../../domain/prices.ts";

/** Fills in the prices, which admins change at any time. If they cannot be loaded, a sentence says where they are. */
export function showPrices(): void {
  const list = document.querySelector<HTMLElement>("[data-prices]");
  if (!list) return;
  fetchPrices().then(
    (plans) => {
      for (const place of list.querySelectorAll<HTMLElement>("[data-price-of]")) {
        const plan = plans.find(
          ({ level, exam, name }) => `${level} ${exam} ${name}` === place.dataset.priceOf,
        );
        place.textContent = plan ? formatRupees(plan.price) : "Not on sale";
      }
    },
    () => {
      list.hidden = true;
      document.querySelector("[data-no-prices]")?.removeAttribute("hidden");
    },
  );
}

const TIMEOUT_MS = 20_000;

async function fetchPrices(): Promise<PricedPlan[]> {
  const response = await fetch("/prices.json", { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}
