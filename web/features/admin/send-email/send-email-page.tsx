import { useSearchParams } from "react-router";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { CampaignView } from "./campaign-view.tsx";
import { useCampaigns } from "./campaigns.ts";
import { Compose } from "./compose.tsx";
import { useTrackedCampaigns } from "./use-tracked-campaigns.ts";

export const meta = () => [{ title: "Send Email · Maarga" }];

export const handle = { skeleton: <PageSkeleton title="Send Email" /> };

/** Shows the mail form or one campaign. Both are one page, so that the end of a campaign is announced on either. */
export default function SendEmailPage() {
  const [params] = useSearchParams();
  const latest = useCampaigns();
  const { trackedIds, track } = useTrackedCampaigns(latest.data);
  const campaign = params.get("campaign");
  return campaign ? (
    <CampaignView key={campaign} id={campaign} />
  ) : (
    <Compose campaigns={latest.data?.filter(({ id }) => trackedIds.has(id)) ?? []} onStarted={track} />
  );
}
