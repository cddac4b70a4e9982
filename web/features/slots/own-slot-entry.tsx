import { Pencil, Trash2 } from "lucide-react";
import { SLOT_PASSED } from "../../../domain/booking.ts";
import { dayOf, formatDay, formatSpokenTimeRange, formatTime } from "../../../domain/kolkata-time.ts";
import { isUpcoming, type OwnSlot } from "../../../domain/slots.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { AddToCalendar } from "./add-to-calendar.tsx";
import { CallLine } from "./call-line.tsx";
import { TopicOfSlot } from "./topic-of-slot.tsx";

/** Most students open the history for what comes, so this is loaded when it has past slots. */
const PastSlot = lazyPart(async () => (await import("./past-slot.tsx")).PastSlot);

interface Props {
  readonly slot: OwnSlot;
  readonly now: Date;
  /** Undefined while the server cannot be reached. */
  readonly onEdit?: (slot: OwnSlot) => void;
  readonly onDelete?: (slot: OwnSlot) => void;
}

/** Offers no actions for a slot that has started, since it can no longer be edited or deleted. */
export function OwnSlotEntry({ slot, now, onEdit, onDelete }: Props) {
  const spoken = formatSpokenTimeRange(slot.start, slot.end);
  return (
    <li className="grid gap-3 py-4 first:pt-1">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
          <dt className="text-muted">Start</dt>
          <dd className="font-semibold">{dateAndTime(slot.start, now)}</dd>
          <dt className="text-muted">End</dt>
          <dd>{dateAndTime(slot.end, now)}</dd>
        </dl>
        {isUpcoming(slot, now) ? <Badge tone="good">Upcoming</Badge> : <Badge>{SLOT_PASSED}</Badge>}
      </div>
      {isUpcoming(slot, now) && <CallLine slot={slot} />}
      <TopicOfSlot {...{ slot, now }} isOnline={onEdit !== undefined} />
      {onEdit && !isUpcoming(slot, now) && <PastSlot {...{ slot, now }} />}
      {isUpcoming(slot, now) && (
        <div className="grid grid-cols-2 gap-2 *:last:col-span-2 xs:flex xs:flex-wrap">
          {onEdit && (
            <Button
              variant="secondary"
              size="small"
              aria-label={`Edit ${spoken}`}
              onClick={() => onEdit(slot)}
            >
              <Pencil aria-hidden className="size-4" />
              Edit
            </Button>
          )}
          {onDelete && (
            <Button
              variant="secondary"
              size="small"
              aria-label={`Delete ${spoken}`}
              onClick={() => onDelete(slot)}
            >
              <Trash2 aria-hidden className="size-4" />
              Delete
            </Button>
          )}
          <AddToCalendar slot={slot} />
        </div>
      )}
    </li>
  );
}

/** The year is shown only if it is not the current one. */
function dateAndTime(instant: Date, now: Date): string {
  const year = dayOf(instant).slice(0, 4);
  const day = year === dayOf(now).slice(0, 4) ? formatDay(instant) : `${formatDay(instant)} ${year}`;
  return `${day}, ${formatTime(instant)}`;
}
