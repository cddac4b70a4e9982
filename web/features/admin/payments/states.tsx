import type { OrderState } from "../../../queries/list-orders.ts";
import { Badge } from "../../../ui/badge.tsx";

type Tone = "neutral" | "good" | "highlight" | "danger";

const CIRCLE = "M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20";

/** The states of an order, as admins read them, with Lucide's shapes: its own code would add to the weight of other pages. */
const STATES = {
  made: { text: "Made", path: "M5 3h9l5 5v13H5zM14 3v5h5", tone: "neutral" },
  "proof sent": { text: "Proof sent", path: `${CIRCLE}M12 6v6l4 2`, tone: "highlight" },
  confirmed: { text: "Confirmed", path: `${CIRCLE}M16 9l-5.5 5.5L8 12`, tone: "good" },
  rejected: { text: "Rejected", path: `${CIRCLE}M15 9l-6 6M9 9l6 6`, tone: "danger" },
  expired: { text: "Expired", path: "M6 2h12M6 22h12M8 2v4l4 6 4-6V2M8 22v-4l4-6 4 6v4", tone: "neutral" },
  "paid short": { text: "Paid short", path: "M12 3v14m-6-6 6 6 6-6M19 21H5", tone: "highlight" },
  "paid over": { text: "Paid over", path: "M12 17V3m-6 6 6-6 6 6M5 21h14", tone: "highlight" },
  refunded: { text: "Refunded", path: "M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11", tone: "neutral" },
  cancelled: { text: "Cancelled", path: `${CIRCLE}M5 5l14 14`, tone: "neutral" },
} as const satisfies Readonly<Record<OrderState, { text: string; path: string; tone: Tone }>>;

export const ORDER_STATES = Object.keys(STATES) as readonly OrderState[];

/** The text of a choice in the filter, such as "Proof sent (12)". */
export function filterText(
  state: OrderState | "waiting" | "all",
  counts?: ReadonlyMap<string, number>,
): string {
  if (state === "all") return "All States";
  const shown = state === "waiting" ? "proof sent" : state;
  const count = counts?.get(shown);
  return STATES[shown].text + (count === undefined ? "" : ` (${count.toLocaleString("en-IN")})`);
}

export const stateText = (state: OrderState): string => STATES[state].text;

/** A word with an icon, because a colour alone says nothing to many. */
export function StateBadge({ state }: { state: OrderState }) {
  const { text, path, tone } = STATES[state];
  return (
    <Badge tone={tone}>
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
      >
        <path d={path} />
      </svg>
      {text}
    </Badge>
  );
}
