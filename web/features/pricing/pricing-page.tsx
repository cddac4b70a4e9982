import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useCurrentPlan } from "../../queries/current-plan.ts";
import { useOffers } from "../../queries/offers.ts";
import { useOwnProfile } from "../../queries/own-profile.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { toast } from "../../ui/toast.ts";
import { PlanChoice } from "./plan-choice.tsx";
import { PricingSkeleton } from "./pricing-skeleton.tsx";

export const meta = () => [{ title: "Plans & Pricing · Maarga" }];

export const handle = { skeleton: <PricingSkeleton /> };

export default function PricingPage() {
  const profile = useOwnProfile();
  const plan = useCurrentPlan();
  const offers = useOffers();
  useRedirectWithoutProfile(profile);

  if (plan.error || offers.error) {
    const tryAgain = () => {
      if (plan.error) void plan.refetch();
      if (offers.error) void offers.refetch();
    };
    return (
      <>
        <PageTitle title="Plans & Pricing" />
        <LoadFailed
          text="An unexpected error occurred."
          onRetry={tryAgain}
          busy={plan.isFetching || offers.isFetching}
        />
      </>
    );
  }
  if (!profile.data || plan.data === undefined || !offers.data) return <PricingSkeleton />;
  return <PlanChoice current={plan.data} offers={offers.data} profile={profile.data} />;
}

/** Buying a plan needs a profile: an admin confirms the payment and needs the student's name. */
function useRedirectWithoutProfile({ data, error }: ReturnType<typeof useOwnProfile>): void {
  const navigate = useNavigate();
  const isMissing = data === null;
  useEffect(() => {
    if (!error && !isMissing) return;
    if (error) toast.error(`Error fetching profile: ${error.message}`, { id: "profile" });
    navigate("/complete-profile", { replace: true });
  }, [error, isMissing, navigate]);
}
