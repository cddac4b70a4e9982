import { Badge } from "../../ui/badge.tsx";
import type { Outcome } from "./agenda.ts";

const BADGES = {
  held: { text: "Held", tone: "good" },
  late: { text: "Came late", tone: "highlight" },
  missed: { text: "Did not come", tone: "danger" },
  "mentor missed": { text: "Mentor did not come", tone: "danger" },
} as const;

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { text, tone } = BADGES[outcome];
  return <Badge tone={tone}>{text}</Badge>;
}
