import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { Card } from "../../../ui/card.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { CampaignBadge } from "./campaign-badge.tsx";
import { CampaignProgress } from "./campaign-progress.tsx";
import { campaignSummary } from "./campaign-text.ts";
import { type Campaign, useCampaign } from "./campaigns.ts";
import { RecipientList } from "./recipient-list.tsx";
import { ReuseText } from "./reuse-text.tsx";
import { SentAttachments } from "./sent-attachments.tsx";
import { useTrackedCampaigns } from "./use-tracked-campaigns.ts";

export function CampaignView({ id }: { id: string }) {
  const result = useCampaign(id);
  useTrackedCampaigns(result.data);
  const campaign = result.data?.[0];
  return (
    <>
      <Link
        to="/send-notifications"
        className="mb-2 inline-flex min-h-11 items-center gap-2 text-press hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Send Email to Users
      </Link>
      {campaign && <CampaignDetails campaign={campaign} />}
      {result.isPending && <Skeleton className="h-64" />}
      {result.data?.length === 0 && <Notice kind="info">There is no such campaign.</Notice>}
      {result.isError && !campaign && (
        <LoadFailed
          text="The campaign could not be loaded."
          onRetry={result.refetch}
          busy={result.isFetching}
        />
      )}
    </>
  );
}

function CampaignDetails({ campaign }: { campaign: Campaign }) {
  return (
    <>
      <PageTitle
        title={campaign.subject}
        text={campaignSummary(campaign)}
        action={<CampaignBadge campaign={campaign} role="status" />}
      />
      <div className="grid gap-6">
        <Card className="grid gap-4">
          <CampaignProgress campaign={campaign} isOpened />
          <details open={campaign.waits_for_approval}>
            <summary className="min-h-11 content-center font-medium">Email text</summary>
            <p className="wrap-anywhere mb-4 max-w-prose whitespace-pre-wrap border-l-4 pl-4">
              {campaign.body}
            </p>
            <SentAttachments campaign={campaign} />
            <ReuseText campaign={campaign} />
          </details>
        </Card>
        <RecipientList campaign={campaign} />
      </div>
    </>
  );
}
