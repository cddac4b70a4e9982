import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { Card } from "../../../ui/card.tsx";
import { CampaignBadge } from "./campaign-badge.tsx";
import { CampaignProgress } from "./campaign-progress.tsx";
import { aboutCampaign } from "./campaign-words.ts";
import { type Campaign, isUnderWay } from "./campaigns.ts";

interface CampaignCardProps {
  readonly campaign: Campaign;
  /** It was just started: whoever did so is led to it. */
  readonly takesFocus: boolean;
}

/** A campaign under way, above everything else; when it is over it stays until the page is left. */
export function CampaignCard({ campaign, takesFocus }: CampaignCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "center" });
  }, [takesFocus]);
  return (
    <Card highlighted={isUnderWay(campaign)} className="grid gap-4">
      <div className="grid gap-1">
        <div className="flex items-start justify-between gap-3">
          <h2 ref={heading} tabIndex={-1} className="wrap-anywhere min-w-0 text-xl outline-none">
            {campaign.subject}
          </h2>
          <CampaignBadge campaign={campaign} role="status" />
        </div>
        <p className="text-muted text-sm">{aboutCampaign(campaign)}</p>
      </div>
      <CampaignProgress campaign={campaign} />
      <Link to={`?campaign=${campaign.id}`} className="w-fit underline underline-offset-4">
        See every recipient
      </Link>
    </Card>
  );
}
