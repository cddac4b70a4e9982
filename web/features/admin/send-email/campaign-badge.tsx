import { Badge } from "../../../ui/badge.tsx";
import { type Campaign, isWaiting } from "./campaigns.ts";

const STATES = {
  sending: { name: "Sending", tone: "highlight" },
  paused: { name: "Paused", tone: "highlight" },
  stopped: { name: "Stopped", tone: "neutral" },
  done: { name: "Done", tone: "good" },
} as const;

const WAITING = { name: "Waiting", tone: "highlight" } as const;

export function CampaignBadge({ campaign, role }: { campaign: Campaign; role?: "status" }) {
  const { name, tone } = isWaiting(campaign) ? WAITING : STATES[campaign.state];
  return (
    <Badge role={role} tone={tone}>
      {name}
    </Badge>
  );
}
