import { Check, Coffee, Lock, Star } from "lucide-react";
import { type ComponentType, memo, type ReactNode, useId } from "react";
import { formatSpokenTimeRange, formatTimeRange } from "../../../domain/kolkata-time.ts";
import { type SlotView, slotLabel } from "../../../domain/slot-day.ts";
import { cn } from "../../ui/class-names.ts";
import { hoursToShow } from "./hours.ts";

interface Props {
  readonly title: string;
  readonly slots: readonly SlotView[];
  readonly isFull: boolean;
  readonly chosen: Date | undefined;
  /** The slot that has been pressed, which becomes the chosen one after it has been painted. */
  readonly pressed: Date | undefined;
  readonly onChoose: (slot: SlotView) => void;
}

/** Shows a part of the day: the breaks on the left, the slots beside them. Renders nothing if all of it is past. */
export const HoursOfDay = memo(({ title, slots, isFull, chosen, pressed, onChoose }: Props) => {
  const id = useId();
  const hours = hoursToShow(slots);
  if (hours.length === 0) return null;
  const free = slots.filter((slot) => slotLabel(slot) === "Available").length;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="sticky top-0 z-1 flex items-baseline justify-between bg-card py-3 text-base">
        {title} {!isFull && <span className="font-text text-sm font-normal text-muted">{free} free</span>}
      </h3>
      {/* A browser skips it outside of the screen, even when the menu opens. It would cut off the outlines of the
          focus. */}
      <ul className="-m-1 grid grid-cols-[5rem_minmax(0,1fr)] gap-2 p-1 [contain-intrinsic-height:auto_26rem] [content-visibility:auto] sm:grid-cols-[8.5rem_minmax(0,1fr)]">
        {hours.map(({ breakSlot, slots: [first, ...others] }) => (
          <Hour key={+breakSlot.start}>
            <Break slot={breakSlot} rows={1 + others.length} />
            {[first, ...others].map(
              (slot) =>
                slot && (
                  <li key={+slot.start} className="col-start-2 grid">
                    {slotLabel(slot) === "Available" && !isFull ? (
                      <Free
                        slot={slot}
                        isChosen={+slot.start === Number(chosen)}
                        isPressed={+slot.start === Number(pressed)}
                        onChoose={onChoose}
                      />
                    ) : (
                      <Taken slot={slot} />
                    )}
                  </li>
                ),
            )}
          </Hour>
        ))}
      </ul>
    </section>
  );
});

function Hour({ children }: { children: ReactNode }) {
  return children;
}

/** The name for screen readers; the visible time and state are hidden from them. */
function SpokenName({ slot, stateName }: { slot: SlotView; stateName: string }) {
  return (
    <span className="sr-only">
      {formatSpokenTimeRange(slot.start, slot.end)}, {stateName.toLowerCase()}
    </span>
  );
}

/** A press on a slot renders again only the slots that it changes. */
const Break = memo(({ slot, rows }: { slot: SlotView; rows: number }) => {
  return (
    <li
      className={cn(
        "bg-[repeating-linear-gradient(135deg,var(--wash)_0_5px,transparent_5px_10px)] grid content-center rounded-control px-2 text-xs text-muted",
        rows > 1 && "row-span-2",
      )}
    >
      <SpokenName slot={slot} stateName="Break" />
      <span aria-hidden className="tabular">
        {formatTimeRange(slot.start, slot.end)}
      </span>
      <span aria-hidden className="flex items-center gap-1 font-medium">
        <Coffee className="size-3.5" />
        Break
      </span>
    </li>
  );
});

const SHAPE =
  "flex min-h-14 w-full flex-wrap items-center justify-between gap-x-3 rounded-control border px-3 py-1.5 text-left";

interface FreeProps {
  readonly slot: SlotView;
  readonly isChosen: boolean;
  readonly isPressed: boolean;
  readonly onChoose: (slot: SlotView) => void;
}

/** A press changes only colours at first: the tick would lay out the slot again before it is painted. */
const Free = memo(({ slot, isChosen, isPressed, onChoose }: FreeProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onClick={() => onChoose(slot)}
    className={cn(
      SHAPE,
      "scroll-my-14 border-press",
      isPressed ? "bg-press text-on-press" : "bg-card text-press hover:bg-press-wash",
    )}
  >
    <SpokenName slot={slot} stateName="Available" />
    <span aria-hidden className="tabular font-semibold">
      {formatTimeRange(slot.start, slot.end)}
    </span>
    <span aria-hidden className="flex items-center gap-1 text-sm font-medium">
      {isChosen && <Check className="size-4" />}
      Available
    </span>
  </button>
));

const Taken = memo(({ slot }: { slot: SlotView }) => {
  const { stateName, Icon, classes } = appearanceOf(slot);
  return (
    <div className={cn(SHAPE, classes)}>
      <SpokenName slot={slot} stateName={stateName} />
      <span aria-hidden className={cn("tabular", slot.isMine && "font-semibold")}>
        {formatTimeRange(slot.start, slot.end)}
      </span>
      <span aria-hidden className="flex items-center gap-1 text-sm font-medium">
        {Icon && <Icon className="size-4" />}
        {slotLabel(slot)}
        {slot.isMine && <span className="font-normal">· yours</span>}
      </span>
    </div>
  );
});

function appearanceOf(slot: SlotView): {
  stateName: string;
  Icon?: ComponentType<{ className?: string }>;
  classes: string;
} {
  if (slot.isMine)
    return {
      stateName: "Booked, yours",
      Icon: Star,
      classes: "border-marigold bg-marigold-wash text-marigold-ink",
    };
  if (slot.isBooked)
    return { stateName: "Booked", Icon: Lock, classes: "border-transparent bg-wash text-muted" };
  return { stateName: slotLabel(slot), classes: "border-dashed border-line text-muted" };
}
