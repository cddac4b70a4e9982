import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { readReturnPath } from "../../../layout/return-path.ts";
import { Card } from "../../../ui/card.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TurnOn } from "./turn-on.tsx";
import { TurnedOn } from "./turned-on.tsx";
import { useTwoStep } from "./two-step.ts";

export const meta = () => [{ title: "Two-step login · Maarga" }];

const TITLE = {
  title: "Two-step login",
  text: "A code from an app on your phone, in addition to your password. Whoever learns your password still cannot get in.",
};

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

/** Two-step login: off, being turned on, or on. An admin who needs it is sent here, and back afterwards. */
export default function TwoStepPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const twoStep = useTwoStep();
  const [newCodes, setNewCodes] = useState<readonly string[]>();
  const isRequired = (state as { isRequired?: boolean } | null)?.isRequired === true;

  const finish = () => {
    setNewCodes(undefined);
    if (state) navigate(readReturnPath(state), { replace: true });
  };

  return (
    <div className="max-w-xl">
      <PageTitle {...TITLE} />
      {isRequired && twoStep.data?.since === undefined && (
        <Notice kind="warning" title="Admins and mentors need two-step login." className="mb-4">
          Set it up, and then their pages open. Or{" "}
          <Link to="/passkeys" className="text-press underline">
            add your fingerprint or screen lock
          </Link>
          , and log in with it.
        </Notice>
      )}
      <Card>
        {newCodes ? (
          <RecoveryCodes codes={newCodes} onSaved={finish} />
        ) : twoStep.isError ? (
          <LoadFailed onRetry={twoStep.refetch} busy={twoStep.isFetching} />
        ) : !twoStep.data ? (
          <div role="status" className="grid gap-4">
            <span className="sr-only">Loading</span>
            <Skeleton className="h-24" />
          </div>
        ) : twoStep.data.since ? (
          <TurnedOn twoStep={twoStep.data} since={twoStep.data.since} onNewCodes={setNewCodes} />
        ) : (
          <TurnOn twoStep={twoStep.data} onNewCodes={setNewCodes} />
        )}
      </Card>
    </div>
  );
}
