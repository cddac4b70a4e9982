import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { isUpcoming, type OwnSlot } from "../../../domain/slots.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DeleteSlotDialog } from "./delete-slot-dialog.tsx";
import { OwnSlotEntry } from "./own-slot-entry.tsx";
import { useOwnSlots } from "./own-slots.ts";

const PAGE_SIZE = 20;
/** More than a phone's screen shows. The rest follows after the paint, so that the tab opens at once on a slow phone. */
const FIRST_SIZE = 6;

interface Props {
  readonly now: Date;
  readonly onEdit: (slot: OwnSlot) => void;
}

export function SlotHistory({ now, onEdit }: Props) {
  const own = useOwnSlots();
  const [shownCount, setShownCount] = useState(FIRST_SIZE);
  useEffect(() => setShownCount(PAGE_SIZE), []);
  const [slotToDelete, setSlotToDelete] = useState<OwnSlot>();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const openDeleteDialog = (slot: OwnSlot) => {
    setSlotToDelete(slot);
    setIsDialogOpen(true);
  };
  const list = useRef<HTMLUListElement>(null);
  const [deleted, setDeleted] = useState<OwnSlot>();
  // The button that had the focus was removed with the slot.
  useEffect(() => {
    if (deleted) list.current?.focus();
  }, [deleted]);
  if (own.isPending) return <HistorySkeleton />;
  if (own.data === undefined)
    return <LoadFailed text="Failed to fetch slot history." onRetry={own.refetch} busy={own.isFetching} />;
  return (
    <>
      {own.isError && (
        <div className="mb-4">
          <LoadFailed text="Failed to fetch slot history." onRetry={own.refetch} busy={own.isFetching} />
        </div>
      )}
      {own.data.length === 0 && (
        <EmptyState title="No slots booked yet." text="The slots that you book will be listed here." />
      )}
      <ul ref={list} tabIndex={-1} aria-label="Your slots" className="divide-y outline-none">
        {own.data.slice(0, shownCount).map((slot) => (
          <OwnSlotEntry key={slot.id} {...{ slot, now, onEdit }} onDelete={openDeleteDialog} />
        ))}
      </ul>
      {shownCount >= PAGE_SIZE && own.data.length > shownCount && (
        <Button
          variant="secondary"
          className="mt-4 w-full"
          onClick={() => setShownCount(shownCount + PAGE_SIZE)}
        >
          Show earlier slots
        </Button>
      )}
      {own.data.some((slot) => isUpcoming(slot, now)) && (
        <Link to="/account" className="mt-2 inline-flex min-h-11 items-center underline underline-offset-4">
          Show all slots in your calendar app
        </Link>
      )}
      {slotToDelete && (
        <DeleteSlotDialog
          slot={slotToDelete}
          open={isDialogOpen}
          onOpenChange={setIsDialogOpen}
          onDeleted={setDeleted}
        />
      )}
    </>
  );
}

function HistorySkeleton() {
  return (
    <div role="status" className="grid gap-4 py-4">
      <span className="sr-only">Loading your slots</span>
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  );
}
