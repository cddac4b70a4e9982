import { useId } from "react";
import { Link } from "react-router";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { DEFAULT_TABLE_PAGE_SIZE, usePaging, useReturnToFirstPage } from "../../../ui/paging.ts";
import { CampaignBadge } from "./campaign-badge.tsx";
import { campaignCounts, campaignSummary } from "./campaign-text.ts";
import { useCampaigns } from "./campaigns.ts";

export function CampaignList() {
  const id = useId();
  const paging = usePaging();
  const campaigns = useCampaigns(paging.page, paging.pageSize);
  useReturnToFirstPage(campaigns.data, paging);
  const total = campaigns.data?.[0]?.total ?? 0;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl">
        Sent so far
      </h2>
      {campaigns.isError && (
        <LoadFailed
          text="The list could not be loaded."
          onRetry={campaigns.refetch}
          busy={campaigns.isFetching}
        />
      )}
      {campaigns.isPending && <p role="status">Loading...</p>}
      {campaigns.data?.length === 0 && (
        <EmptyState
          title="Nothing has been sent yet"
          text="Every bulk email is listed here, with its results."
        />
      )}
      {total > 0 && (
        <ul aria-label="Campaigns" className="divide-y rounded-card border bg-card">
          {campaigns.data?.map((campaign) => (
            <li key={campaign.id} className="relative grid gap-1 px-4 py-3 hover:bg-wash/60">
              <div className="flex items-start justify-between gap-3">
                <Link
                  to={`?campaign=${campaign.id}`}
                  // Makes the whole row clickable.
                  className="wrap-anywhere min-w-0 font-semibold after:absolute after:inset-0 hover:underline"
                >
                  {campaign.subject}
                </Link>
                <CampaignBadge campaign={campaign} />
              </div>
              <p className="tabular text-sm">{campaignCounts(campaign)}</p>
              <p className="wrap-anywhere text-muted text-sm">{campaignSummary(campaign)}</p>
            </li>
          ))}
        </ul>
      )}
      {total > DEFAULT_TABLE_PAGE_SIZE && <Pager {...paging.pager(campaigns.data)} />}
    </section>
  );
}
