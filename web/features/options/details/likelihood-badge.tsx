import type { Likelihood } from "../../../../domain/option-checks.ts";
import { Badge } from "../../../ui/badge.tsx";

const TONES = {
  sure: "good",
  likely: "good",
  open: "neutral",
  "a stretch": "highlight",
  "out of reach": "danger",
} as const;

/** The word, which never stands alone: the dialog of the option says what it means. Without one, nothing is shown. */
export function LikelihoodBadge({ likelihood }: { likelihood: Likelihood | null | undefined }) {
  if (!likelihood) return null;
  return <Badge tone={TONES[likelihood]}>{likelihood.charAt(0).toUpperCase() + likelihood.slice(1)}</Badge>;
}
