import type { ReactNode } from "react";
import { isUpcoming, type OwnSlot } from "../../../domain/slots.ts";
import { Card } from "../../ui/card.tsx";
import { OwnSlotEntry } from "./own-slot-entry.tsx";

interface KeptSlotsProps {
  readonly slots: readonly OwnSlot[];
  readonly now: Date;
  readonly notice: ReactNode;
}

/** The student's next slots while the server cannot be reached. */
export function KeptSlots({ slots, now, notice }: KeptSlotsProps) {
  const next = slots.filter((slot) => isUpcoming(slot, now)).toReversed();
  return (
    <div className="mb-6 grid gap-4">
      {notice}
      <Card>
        <h2 className="mb-3 text-xl">Your Next Slots</h2>
        {next.length === 0 && <p className="text-muted">No slot was booked.</p>}
        <ul aria-label="Your next slots" className="divide-y">
          {next.map((slot) => (
            <OwnSlotEntry key={slot.id} {...{ slot, now }} />
          ))}
        </ul>
      </Card>
    </div>
  );
}
