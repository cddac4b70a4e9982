import { ChevronLeft, ChevronRight, RefreshCw } from "lucide-react";
import {
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useMemo,
  useRef,
} from "react";
import { dayAfter, findInstant, formatDay, formatSpokenDay } from "../../../domain/kolkata-time.ts";
import { groupByPartOfDay, type SlotView, slotLabel } from "../../../domain/slot-day.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/class-names.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { usePress } from "../../ui/use-press.ts";
import type { DayOfSlots } from "./day-of-slots.ts";
import { HoursOfDay } from "./hours-of-day.tsx";

interface Props {
  readonly view: DayOfSlots;
  readonly today: string;
  readonly lastDay: string;
  /** The start time entered in the form. */
  readonly chosen: Date | undefined;
  /** Called for a press on a slot, before it is painted; `onChoose` follows. */
  readonly onPress: () => void;
  readonly onChoose: (slot: SlotView) => void;
  readonly onDay: (day: string) => void;
  /** Says with whom the times are. */
  readonly wanted?: ReactNode;
  /** Shown above the slots of the day. */
  readonly notice?: ReactNode;
  readonly className?: string | undefined;
  readonly onKeyDown?: KeyboardEventHandler | undefined;
  readonly ref?: Ref<HTMLElement>;
}

export function AvailableSlots(props: Props) {
  const { view, today, lastDay, chosen, onPress, onChoose, onDay, wanted, notice, className, ...element } =
    props;
  const id = useId();
  const noon = findInstant(view.day, "12:00");
  return (
    <section
      {...element}
      aria-labelledby={id}
      className={cn("min-w-0 rounded-card border bg-card", className)}
    >
      <header className="grid gap-3 p-4 sm:px-6 sm:pt-6">
        <h2 id={id} className="text-xl">
          Available Slots
        </h2>
        {wanted}
        {noon && <DaySteps {...{ noon, today, lastDay, onDay }} day={view.day} count={countText(view)} />}
        {notice}
      </header>
      <Content
        {...{ view, chosen, onPress, onChoose }}
        label={noon ? `Slots of ${formatSpokenDay(noon)}` : "Slots"}
      />
    </section>
  );
}

function Content({
  view,
  label,
  chosen,
  onPress,
  onChoose,
}: Pick<Props, "view" | "chosen" | "onPress" | "onChoose"> & { label: string }) {
  const [pressed, press] = usePress<SlotView | undefined>(undefined, (slot) => slot && onChoose(slot));
  const latest = useRef(onPress);
  latest.current = onPress;
  const choose = useCallback(
    (slot: SlotView) => {
      latest.current();
      press(slot);
    },
    [press],
  );
  const pressedAt = Number(pressed?.start ?? chosen);
  const groups = useMemo(() => groupByPartOfDay(view.slots), [view.slots]);
  if (view.status === "no-day") return <Message>Select a date to view slots.</Message>;
  if (view.status === "empty") return <Message>No slots for this day.</Message>;
  if (view.status === "loading") return <SlotsSkeleton />;
  if (view.status === "failed") {
    return (
      <div className="px-4 pb-4 sm:px-6 sm:pb-6">
        <LoadFailed text="The slots of this day could not be loaded." onRetry={view.reload} />
      </div>
    );
  }
  return (
    <>
      {view.limitNote && (
        <Notice kind="warning" className="mx-4 mb-4 sm:mx-6">
          {view.limitNote}
        </Notice>
      )}
      {view.isStale && <StaleNotice onRetry={view.reload} />}
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: it scrolls, and may contain nothing else that takes the focus */}
      <section
        aria-label={label}
        tabIndex={0}
        className="relative max-h-[500px] overflow-y-auto overscroll-y-contain rounded-b-card border-t px-4 pb-4 focus-visible:-outline-offset-2 sm:px-6 sm:pb-6"
      >
        {groups.map(({ part, slots }) => (
          <HoursOfDay
            key={part}
            title={part}
            slots={slots}
            isFull={view.limitNote !== undefined}
            // The other parts of the day stay as they are.
            chosen={slots.find(({ start }) => +start === Number(chosen))?.start}
            pressed={slots.find(({ start }) => +start === pressedAt)?.start}
            onChoose={choose}
          />
        ))}
      </section>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
    </>
  );
}

function Message({ children }: { children: ReactNode }) {
  return (
    <p className="grid min-h-40 place-items-center px-4 pb-8 text-center text-muted sm:px-6">{children}</p>
  );
}

function DaySteps({
  noon,
  day,
  today,
  lastDay,
  count,
  onDay,
}: {
  noon: Date;
  day: string;
  today: string;
  lastDay: string;
  count: string;
  onDay: (day: string) => void;
}) {
  return (
    <div className="flex items-center justify-between gap-2">
      <Button
        variant="secondary"
        size="small"
        aria-label="Day before"
        disabled={day <= today}
        onClick={() => onDay(dayAfter(day, -1))}
      >
        <ChevronLeft aria-hidden className="size-5" />
      </Button>
      <p role="status" className="min-w-0 text-center leading-snug">
        <span className="block font-semibold">{formatDay(noon)}</span>{" "}
        <span className="block min-h-[1lh] text-sm text-muted">{count}</span>
      </p>
      <Button
        variant="secondary"
        size="small"
        aria-label="Day after"
        disabled={day >= lastDay}
        onClick={() => onDay(dayAfter(day, 1))}
      >
        <ChevronRight aria-hidden className="size-5" />
      </Button>
    </div>
  );
}

function countText({ status, slots, limitNote }: DayOfSlots): string {
  if (status !== "shown") return "";
  if (limitNote) return "Limit reached";
  const count = slots.filter((slot) => slotLabel(slot) === "Available").length;
  if (count === 0) return "Nothing free";
  return count === 1 ? "1 free" : `${count} free`;
}

/** A skeleton as high as the loaded list. */
function SlotsSkeleton() {
  return (
    <div role="status" className="h-[500px] overflow-hidden border-t px-4 pt-14 sm:px-6">
      <span className="sr-only">Loading the slots</span>
      <div className="grid grid-cols-[5rem_minmax(0,1fr)] sm:grid-cols-[8.5rem_minmax(0,1fr)] gap-2">
        {Array.from({ length: 14 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never change their order
          <Skeleton key={index} className="h-14" />
        ))}
      </div>
    </div>
  );
}

function StaleNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="flex items-center justify-between gap-3 px-4 pb-2 text-sm text-muted sm:px-6">
      This may be out of date: the connection was lost.
      <Button variant="quiet" size="small" onClick={onRetry}>
        <RefreshCw aria-hidden className="size-4" />
        Try again
      </Button>
    </p>
  );
}
