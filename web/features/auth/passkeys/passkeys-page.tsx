import { Card } from "../../../ui/card.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { PasskeyList } from "./passkey-list.tsx";
import { usePasskeys } from "./passkeys.ts";

export const meta = () => [{ title: "Fingerprint or screen lock · Maarga" }];

const TITLE = {
  title: "Fingerprint or screen lock",
  text: "Log in without typing your password: your phone or computer checks that it is you. Your fingerprint stays on the device. This is also called a passkey.",
};

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

export default function PasskeysPage() {
  const passkeys = usePasskeys();
  return (
    <div className="max-w-xl">
      <PageTitle {...TITLE} />
      <Card>
        {passkeys.isError ? (
          <LoadFailed onRetry={passkeys.refetch} busy={passkeys.isFetching} />
        ) : passkeys.data ? (
          <PasskeyList passkeys={passkeys.data} />
        ) : (
          <div role="status" className="grid gap-3">
            <span className="sr-only">Loading</span>
            <Skeleton className="h-14" />
            <Skeleton className="h-13" />
          </div>
        )}
      </Card>
    </div>
  );
}
