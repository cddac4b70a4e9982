import { GripVertical } from "lucide-react";
import { type DragEvent, useState } from "react";
import { cn } from "../../ui/class-names.ts";
import type { AgendaMentor, Booking } from "./agenda.ts";

/** A booking, and the mentor who takes it. */
export interface Move {
  readonly booking: Booking;
  readonly mentor?: AgendaMentor;
}

/**
 * Dragging a booking by its grip to the column of another mentor, with a mouse. The button "Other mentor" does the same
 * with the keyboard and on a phone.
 */
export function useDragging(onMove: (move: Move) => void) {
  const [dragged, setDragged] = useState<Booking>();
  const [target, setTarget] = useState<string>();
  const end = () => {
    setDragged(undefined);
    setTarget(undefined);
  };
  const gripOf = (booking: Booking) => (
    <span
      aria-hidden
      draggable
      title="Drag to another mentor"
      className="hidden cursor-grab self-start text-muted active:cursor-grabbing md:block"
      onDragStart={({ currentTarget, dataTransfer }) => {
        const card = currentTarget.closest("li");
        if (card) dataTransfer.setDragImage(card, card.clientWidth - 16, 16);
        dataTransfer.effectAllowed = "move";
        // Firefox drags nothing that has no data.
        dataTransfer.setData("text/plain", booking.studentName);
        setDragged(booking);
      }}
      onDragEnd={end}
    >
      <GripVertical className="size-5" />
    </span>
  );
  const columnOf = (mentor: AgendaMentor, className: string) => {
    // The column of former mentors has no id.
    if (!dragged || mentor.id === "" || mentor.id === dragged.mentorId) return { className };
    return {
      className: cn(className, "rounded-card outline-2 outline-edge outline-offset-8", {
        "outline-dashed": target !== mentor.id,
        "bg-press-wash": target === mentor.id,
      }),
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setTarget(mentor.id);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setTarget(undefined);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        end();
        onMove({ booking: dragged, mentor });
      },
    };
  };
  return { gripOf, columnOf };
}
