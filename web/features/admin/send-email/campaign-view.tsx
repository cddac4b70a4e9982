import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { Card } from "../../../ui/card.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { CampaignBadge } from "./campaign-badge.tsx";
import { CampaignProgress } from "./campaign-progress.tsx";
import { aboutCampaign } from "./campaign-words.ts";
import { type Campaign, useCampaign } from "./campaigns.ts";
import { useCampaignsSeen } from "./campaigns-seen.ts";
import { RecipientList } from "./recipient-list.tsx";
import { UseAgain } from "./use-again.tsx";

/** One campaign: how far it is, what was written, and what became of each mail. */
export function CampaignView({ id }: { id: string }) {
  const found = useCampaign(id);
  useCampaignsSeen(found.data);
  const campaign = found.data?.[0];
  return (
    <>
      <Link
        to="/send-notifications"
        className="mb-2 inline-flex min-h-11 items-center gap-2 text-press hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Send Email to Users
      </Link>
      {campaign && <Found campaign={campaign} />}
      {found.isPending && <Skeleton className="h-64" />}
      {found.data?.length === 0 && <Notice kind="info">There is no such campaign.</Notice>}
      {found.isError && !campaign && (
        <LoadFailed
          text="The campaign could not be loaded."
          onRetry={found.refetch}
          busy={found.isFetching}
        />
      )}
    </>
  );
}

function Found({ campaign }: { campaign: Campaign }) {
  return (
    <>
      <PageTitle
        title={campaign.subject}
        text={aboutCampaign(campaign)}
        action={<CampaignBadge campaign={campaign} role="status" />}
      />
      <div className="grid gap-6">
        <Card className="grid gap-4">
          <CampaignProgress campaign={campaign} />
          <details>
            <summary className="min-h-11 content-center font-medium">The text</summary>
            <p className="wrap-anywhere mb-4 max-w-prose whitespace-pre-wrap border-l-4 pl-4">
              {campaign.body}
            </p>
            <UseAgain campaign={campaign} />
          </details>
        </Card>
        <RecipientList campaign={campaign} />
      </div>
    </>
  );
}
