import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { Card } from "../../../ui/card.tsx";
import { CampaignBadge } from "./campaign-badge.tsx";
import { CampaignProgress } from "./campaign-progress.tsx";
import { campaignSummary } from "./campaign-text.ts";
import { type Campaign, isInProgress } from "./campaigns.ts";

interface CampaignCardProps {
  readonly campaign: Campaign;
  /** True for a campaign that was just started: the page scrolls to it. */
  readonly takesFocus: boolean;
}

/** A campaign in progress, at the top of the page. It stays there after it ends, until the page is closed. */
export function CampaignCard({ campaign, takesFocus }: CampaignCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "center" });
  }, [takesFocus]);
  return (
    <Card highlighted={isInProgress(campaign)} className="grid gap-4">
      <div className="grid gap-1">
        <div className="flex items-start justify-between gap-3">
          <h2 ref={heading} tabIndex={-1} className="wrap-anywhere min-w-0 text-xl outline-none">
            {campaign.subject}
          </h2>
          <CampaignBadge campaign={campaign} role="status" />
        </div>
        <p className="text-muted text-sm">{campaignSummary(campaign)}</p>
      </div>
      <CampaignProgress campaign={campaign} />
      <Link to={`?campaign=${campaign.id}`} className="w-fit underline underline-offset-4">
        See every recipient
      </Link>
    </Card>
  );
}
