import { useSearchParams } from "react-router";
import { CampaignView } from "./campaign-view.tsx";
import { useCampaigns } from "./campaigns.ts";
import { useCampaignsSeen } from "./campaigns-seen.ts";
import { Compose } from "./compose.tsx";

export const meta = () => [{ title: "Send Email · Maarga" }];

/** Writing to many, and what became of it: one page, so that the end of a campaign is told on either. */
export default function SendEmailPage() {
  const [params] = useSearchParams();
  const latest = useCampaigns();
  const { seen, see } = useCampaignsSeen(latest.data);
  const campaign = params.get("campaign");
  return campaign ? (
    <CampaignView key={campaign} id={campaign} />
  ) : (
    <Compose campaigns={latest.data?.filter(({ id }) => seen.has(id)) ?? []} onStarted={see} />
  );
}
