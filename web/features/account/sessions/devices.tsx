import { useState } from "react";
import { formatDay, formatTime } from "../../../../domain/kolkata-time.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { AccountSection } from "../account-section.tsx";
import { type Device, isPasskeyMissing, useDevices, useLogOutDevices } from "./sessions.ts";

const FAILED = "That did not work. Please check the connection and try again.";
const PASSKEY_MISSING = "To change this, log out and log in with your fingerprint or screen lock.";

export function Devices() {
  return (
    <AccountSection
      title="Where you are logged in"
      text="If you do not know a device, log it out and change your password."
    >
      <Content />
    </AccountSection>
  );
}

function Content() {
  const devices = useDevices();
  if (devices.isError) return <LoadFailed onRetry={devices.refetch} busy={devices.isFetching} />;
  if (!devices.data)
    return (
      <div role="status" className="grid w-full gap-3">
        <span className="sr-only">Loading your devices</span>
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    );
  return <DeviceList devices={devices.data} />;
}

function DeviceList({ devices }: { devices: readonly Device[] }) {
  const [toLogOut, setToLogOut] = useState<Device | "all others">();
  const logOut = useLogOutDevices();
  const confirm = () => {
    if (!toLogOut) return;
    logOut.mutate(toLogOut, {
      onSuccess: () => toast.success(doneText(toLogOut)),
      onError: (error) => toast.error(isPasskeyMissing(error) ? PASSKEY_MISSING : FAILED),
      onSettled: () => setToLogOut(undefined),
    });
  };
  return (
    <>
      <ul className="w-full divide-y">
        {devices.map((device) => (
          <DeviceEntry key={device.sessionId} device={device} onLogOut={() => setToLogOut(device)} />
        ))}
      </ul>
      {devices.length > 1 && (
        <Button variant="secondary" onClick={() => setToLogOut("all others")}>
          Log out all other devices
        </Button>
      )}
      <ConfirmDialog
        open={toLogOut !== undefined}
        onOpenChange={(open) => !open && setToLogOut(undefined)}
        title={toLogOut === "all others" ? "Log out all other devices?" : `Log out ${toLogOut?.name}?`}
        text="To use Maarga there again, you need to log in again. You stay logged in on this device."
        confirm="Log out"
        danger
        busy={logOut.isPending}
        onConfirm={confirm}
      />
    </>
  );
}

function DeviceEntry({ device, onLogOut }: { device: Device; onLogOut: () => void }) {
  const { name, firstUse, lastUse, isThisOne } = device;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {isThisOne && <Badge tone="good">This device</Badge>}
        </p>
        <p className="text-muted text-sm">
          Logged in {formatInstant(firstUse)}
          {!isThisOne && ` · last used ${formatInstant(lastUse)}`}
        </p>
      </div>
      {!isThisOne && (
        <Button variant="secondary" size="small" aria-label={`Log out ${name}`} onClick={onLogOut}>
          Log out
        </Button>
      )}
    </li>
  );
}

const formatInstant = (instant: Date) => `${formatDay(instant)}, ${formatTime(instant)}`;

const doneText = (target: Device | "all others") =>
  target === "all others" ? "All other devices are logged out." : `${target.name} is logged out.`;
