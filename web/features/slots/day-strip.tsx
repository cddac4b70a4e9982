import { memo, useCallback, useId, useRef } from "react";
import { findInstant, formatDay, formatSpokenDay } from "../../../domain/kolkata-time.ts";
import { afterPaint } from "../../ui/after-paint.ts";
import { cn } from "../../ui/class-names.ts";
import { usePress } from "../../ui/use-press.ts";
import { nextTwoWeeks } from "./day-steps.ts";

interface Props {
  readonly today: string;
  readonly lastDay: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
  /** Called for a tap, even on the chosen day, but not for the arrow keys. */
  readonly onTap: () => void;
}

/** Offers the days that are booked most often as touch targets. The date field accepts any other day. */
export function DayStrip({ today, lastDay, day, onDay, onTap }: Props) {
  const name = useId();
  const [chosen, choose] = usePress(day, onDay);
  const latest = useRef(onTap);
  latest.current = onTap;
  const tap = useCallback(() => afterPaint(() => latest.current()), []);
  const days = nextTwoWeeks(today).filter((shownDay) => shownDay <= lastDay);
  return (
    <fieldset className="@container min-w-0">
      <legend className="mb-1.5 font-medium">The next two weeks</legend>
      <div className="-m-1 flex snap-x gap-1.5 overflow-x-auto p-1 @[23rem]:grid @[23rem]:grid-cols-7">
        {days.map((shownDay) => (
          <Day
            key={shownDay}
            {...{
              name,
              day: shownDay,
              isToday: shownDay === today,
              isChosen: shownDay === chosen,
              onDay: choose,
              onTap: tap,
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface DayProps {
  readonly name: string;
  readonly day: string;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  readonly onDay: (day: string) => void;
  readonly onTap: () => unknown;
}

/** A tap renders again only the days that it changes. */
const Day = memo(({ name, day, isToday, isChosen, onDay, onTap }: DayProps) => {
  const noon = findInstant(day, "12:00");
  if (!noon) return null;
  const [weekday, date, month] = formatDay(noon).split(" ");
  return (
    <label
      className={cn(
        "relative grid min-h-16 min-w-12 flex-none cursor-pointer snap-start justify-items-center rounded-control border py-1.5 leading-tight",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus",
        isChosen ? "border-press bg-press text-on-press" : "border-line bg-card hover:bg-wash",
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={() => onDay(day)}
        onClick={({ detail }) => detail > 0 && onTap()}
        className="absolute inset-0 cursor-pointer appearance-none outline-none"
        aria-label={isToday ? `Today, ${formatSpokenDay(noon)}` : formatSpokenDay(noon)}
      />
      <span aria-hidden className={cn("text-xs", isToday && "font-bold")}>
        {isToday ? "Today" : weekday}
      </span>
      <span aria-hidden className="tabular text-lg font-semibold">
        {date}
      </span>
      <span aria-hidden className="text-xs">
        {month}
      </span>
    </label>
  );
});
