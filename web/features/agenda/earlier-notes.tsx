import { formatInstant } from "../../../domain/kolkata-time.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import type { Booking } from "./agenda.ts";
import { useEarlierNotes } from "./agreements.ts";

/** Shows what was agreed in the student's earlier calls. */
export function EarlierNotes({ booking }: { booking: Booking }) {
  const notes = useEarlierNotes(booking);
  if (notes.error) return <LoadFailed onRetry={notes.refetch} busy={notes.isFetching} />;
  if (!notes.data)
    return (
      <p role="status" className="text-muted">
        Loading notes...
      </p>
    );
  if (notes.data.length === 0) return <p className="text-muted">No notes of earlier calls.</p>;
  return (
    <ul className="divide-y">
      {notes.data.map(({ id, start, agreed }) => (
        <li key={id} className="py-2">
          <p className="text-muted text-sm">{formatInstant(start)}</p>
          <p className="wrap-anywhere whitespace-pre-line">{agreed}</p>
        </li>
      ))}
    </ul>
  );
}
