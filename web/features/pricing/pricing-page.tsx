import { type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router";
import { isPlanActive } from "../../../domain/plans.ts";
import { hasResponse } from "../../backend/error-response.ts";
import { AsOf } from "../../layout/kept/as-of.tsx";
import { useKeptAnswer } from "../../layout/kept/use-kept-answer.ts";
import { type CurrentPlan, useCurrentPlan } from "../../queries/current-plan.ts";
import { useOffers } from "../../queries/offers.ts";
import { type OwnOrder, useOwnOrder } from "../../queries/own-order.ts";
import { useOwnProfile } from "../../queries/own-profile.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { toast } from "../../ui/toast.ts";
import { hasStatus } from "./order-to-pay.ts";
import { OrderStatus } from "./paying-parts.tsx";
import { PlanChoice } from "./plan-choice.tsx";
import { PricingSkeleton } from "./pricing-skeleton.tsx";
import { YourPlan } from "./your-plan.tsx";

export const meta = () => [{ title: "Plans & Pricing · Maarga" }];

export const handle = { skeleton: <PricingSkeleton /> };

export default function PricingPage() {
  const profile = useOwnProfile();
  const plan = useCurrentPlan();
  const offers = useOffers();
  const order = useOwnOrder();
  useRedirectWithoutProfile(profile);

  const kept = useKeptAnswer("plan", plan);
  const keptOrder = useKeptAnswer("order", order, partToKeep);
  const queries = [profile, plan, offers, order];
  const tryAgain = () => {
    for (const { data, error, refetch } of queries) if (error || data === undefined) void refetch();
  };
  const isFetching = queries.some((query) => query.isFetching);

  if (kept.data !== undefined && kept.asOf !== undefined) {
    const notice = (
      <AsOf asOf={Math.min(kept.asOf, keptOrder.asOf ?? kept.asOf)} busy={isFetching} onRetry={tryAgain}>
        Choosing or upgrading a plan needs a connection.
      </AsOf>
    );
    return <KeptPlan plan={kept.data} order={keptOrder.data} notice={<div className="mb-6">{notice}</div>} />;
  }
  if (queries.some(({ error }) => error)) {
    return (
      <>
        <PageTitle title="Plans & Pricing" />
        <LoadFailed text="An unexpected error occurred." onRetry={tryAgain} busy={isFetching} />
      </>
    );
  }
  if (!profile.data || plan.data === undefined || !offers.data || order.data === undefined)
    return <PricingSkeleton />;
  return <PlanChoice current={plan.data} offers={offers.data} profile={profile.data} order={order.data} />;
}

interface KeptPlanProps {
  readonly plan: CurrentPlan | null;
  readonly order: OwnOrder | null | undefined;
  readonly notice: ReactNode;
}

/** The plan and the order as the device knows them. The prices of plans may have changed, so none is shown. */
function KeptPlan({ plan, order, notice }: KeptPlanProps) {
  const now = new Date();
  const status = order && hasStatus(order, now) && <OrderStatus order={order} hasFocus={false} />;
  if (plan && isPlanActive({ active: true, expiresAt: plan.expiresAt }, now))
    return (
      <YourPlan
        plan={plan}
        price={undefined}
        notice={
          <>
            {notice}
            {status}
          </>
        }
      />
    );
  return (
    <>
      <PageTitle title="Plans & Pricing" />
      {notice}
      {status || <p>No active plan.</p>}
    </>
  );
}

/** The UTR, an admin's words and a refund stay off the device, on a phone that others may use. */
function partToKeep(order: OwnOrder | null): OwnOrder | null {
  return order && { ...order, words: null, payment: null, refund: null };
}

/** Buying a plan needs a profile: an admin confirms the payment and needs the student's name. */
function useRedirectWithoutProfile({ data, error }: ReturnType<typeof useOwnProfile>): void {
  const navigate = useNavigate();
  const isMissing = data === null;
  useEffect(() => {
    const isReported = error && hasResponse(error);
    if (!isReported && !isMissing) return;
    if (isReported) toast.error(`Error fetching profile: ${error.message}`, { id: "profile" });
    navigate("/complete-profile", { replace: true });
  }, [error, isMissing, navigate]);
}
