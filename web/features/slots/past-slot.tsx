import type { OwnSlot } from "../../../domain/slots.ts";
import { AgreementOfSlot } from "./agreement-of-slot.tsx";
import { MissedCallOfSlot } from "./missed-call-of-slot.tsx";

/** The text of the history about a slot that has started. */
export function PastSlot({ slot, now }: { slot: OwnSlot; now: Date }) {
  return (
    <>
      <MissedCallOfSlot {...{ slot, now }} />
      <AgreementOfSlot slotId={slot.id} />
    </>
  );
}
