import { useEffect, useState } from "react";
import { isLost } from "../../backend/is-lost.ts";
import { PlanRequiredDialog } from "../../layout/plan-required-dialog.tsx";
import { useCurrentPlan } from "../../queries/current-plan.ts";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.ts";
import { type Channel, canSend } from "./channels.ts";
import { MailLanguage } from "./mail-language.tsx";
import { type Preferences, usePreferences, useSavePreference } from "./preferences.ts";

export const meta = () => [{ title: "Notifications · Maarga" }];

const TITLE = { title: "Notifications", text: "Choose how we tell you what happens next." };

export const handle = {
  skeleton: (
    <PageSkeleton {...TITLE}>
      <Card className="max-w-2xl">
        <SwitchesSkeleton />
      </Card>
    </PageSkeleton>
  ),
};

const CHANNELS: Readonly<Record<Channel, { label: string; description: string; name: string }>> = {
  email: {
    label: "Receive updates via email",
    description: "Dates, rounds and results, till seat allotment.",
    name: "email",
  },
  sms: {
    label: "Get text messages on your phone",
    description: canSend("sms")
      ? "For days when an email would arrive too late."
      : "We cannot send text messages yet. Everything comes by email.",
    name: "SMS",
  },
};

export default function NotificationsPage() {
  const preferences = usePreferences();
  const plan = useCurrentPlan();
  useEffect(() => {
    if (preferences.error) toast.error("Failed to load notification preferences.", { id: "preferences" });
  }, [preferences.error]);
  return (
    <>
      <PageTitle {...TITLE} />
      {preferences.error ? (
        <LoadFailed
          text="Failed to load notification preferences."
          onRetry={preferences.refetch}
          busy={preferences.isFetching}
        />
      ) : (
        <>
          <Card className="max-w-2xl">
            {preferences.data && !plan.isPending ? (
              <Switches preferences={preferences.data} hasNoPlan={plan.data === null} />
            ) : (
              <SwitchesSkeleton />
            )}
          </Card>
          {preferences.data && <MailLanguage saved={preferences.data.language} />}
        </>
      )}
    </>
  );
}

interface SwitchesProps {
  readonly preferences: Preferences;
  /** False even if the plan could not be loaded, since the database checks it again. */
  readonly hasNoPlan: boolean;
}

function Switches({ preferences, hasNoPlan }: SwitchesProps) {
  const save = useSavePreference();
  // The whole choice: the preferences may be loaded again before it is sent a second time.
  const [toConfirm, setToConfirm] = useState<{ readonly channel: Channel; readonly enabled: boolean }>();
  const [needsPlan, setNeedsPlan] = useState(false);
  const verb = toConfirm?.enabled ? "Enable" : "Disable";

  const requestChange = (channel: Channel) => {
    if (!preferences[channel] && hasNoPlan) setNeedsPlan(true);
    else setToConfirm({ channel, enabled: !preferences[channel] });
  };
  const close = () => {
    save.reset();
    setToConfirm(undefined);
  };
  const confirm = () => {
    if (!toConfirm) return;
    save.mutate(
      { [toConfirm.channel]: toConfirm.enabled },
      {
        onSuccess: () => {
          toast.success("Preferences updated.");
          close();
        },
        onError: (error) => {
          toast.error("Failed to update preferences.");
          if (!isLost(error)) close();
        },
      },
    );
  };

  return (
    <>
      <div className="divide-y">
        {(["email", "sms"] as const).map((channel) => (
          <Switch
            key={channel}
            checked={preferences[channel]}
            disabled={!canSend(channel) && !preferences[channel]}
            onCheckedChange={() => requestChange(channel)}
            label={CHANNELS[channel].label}
            description={CHANNELS[channel].description}
          />
        ))}
      </div>
      <ConfirmDialog
        open={toConfirm !== undefined}
        onOpenChange={(open) => !open && close()}
        title={`${verb} Notification?`}
        text={`Are you sure you want to ${verb.toLowerCase()} ${toConfirm ? CHANNELS[toConfirm.channel].name : ""} notifications?`}
        confirm={verb}
        busy={save.isPending}
        lost={isLost(save.error)}
        onConfirm={confirm}
      />
      <PlanRequiredDialog
        open={needsPlan}
        onOpenChange={setNeedsPlan}
        text="You need to purchase a plan to enable notifications."
      />
    </>
  );
}

function SwitchesSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}
