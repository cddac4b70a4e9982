import { CalendarPlus } from "lucide-react";
import { calendarFile } from "../../../domain/calendar-file.ts";
import { formatSpokenTimeRange } from "../../../domain/kolkata-time.ts";
import type { OwnSlot } from "../../../domain/slots.ts";
import { Button } from "../../ui/button.tsx";

/** Downloads a calendar file. The file of a moved slot replaces the earlier entry. */
export function AddToCalendar({ slot }: { slot: OwnSlot }) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`Add to calendar: ${formatSpokenTimeRange(slot.start, slot.end)}`}
      onClick={() => download(slot)}
    >
      <CalendarPlus aria-hidden className="size-4" />
      Add to calendar
    </Button>
  );
}

function download(slot: OwnSlot): void {
  const text = calendarFile({
    slot,
    summary: "Maarga mentor slot",
    description: `Booked at ${location.origin}/book-slot. If you move the slot there, add it to the calendar again.`,
    createdAt: new Date(),
  });
  const url = URL.createObjectURL(new Blob([text], { type: "text/calendar" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: "maarga-slot.ics" });
  link.click();
  // The browser needs some time to start the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
