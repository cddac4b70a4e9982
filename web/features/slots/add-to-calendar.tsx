import { CalendarPlus } from "lucide-react";
import type { Call } from "../../../domain/calls.ts";
import { formatSpokenTimeRange } from "../../../domain/kolkata-time.ts";
import type { OwnSlot } from "../../../domain/slots.ts";
import { settings } from "../../backend/settings.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { useCallOfSlot } from "./call-of-slot.ts";

/** Downloads a calendar file. The file of a moved slot replaces the earlier entry. */
export function AddToCalendar({ slot }: { slot: OwnSlot }) {
  const call = useCallOfSlot(slot);
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`Add to calendar: ${formatSpokenTimeRange(slot.start, slot.end)}`}
      onClick={() =>
        download(slot, call).catch(() =>
          toast.error("That did not work. Please check the connection and try again."),
        )
      }
    >
      <CalendarPlus aria-hidden className="size-4" />
      Add to calendar
    </Button>
  );
}

async function download(slot: OwnSlot, call: Call | undefined): Promise<void> {
  const { slotCalendarFile } = await import("../../../domain/slot-calendar.ts");
  const { support } = settings();
  const version = { ...slot, call, changedAt: new Date() };
  const text = slotCalendarFile({ slot: version, siteUrl: location.origin, support });
  const url = URL.createObjectURL(new Blob([text], { type: "text/calendar" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: "maarga-slot.ics" });
  link.click();
  // The browser needs some time to start the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
