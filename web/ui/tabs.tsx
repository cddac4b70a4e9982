import { type ComponentProps, createContext, type KeyboardEvent, use, useId, useState } from "react";
import { cn } from "./class-names.ts";
import { usePress } from "./use-press.ts";

const TabsContext = createContext({ id: "", value: "", pressed: "", choose: (_value: string) => {} });

type TabsProps = Omit<ComponentProps<"div">, "defaultValue" | "onChange"> & {
  value?: string | undefined;
  defaultValue?: string | undefined;
  onValueChange?: ((value: string) => void) | undefined;
};

/** The WAI-ARIA tabs pattern. Radix's tabs weigh twelve times as much, too much for the sign-in page. */
export function Tabs({ value: givenValue, defaultValue = "", onValueChange, ...rest }: TabsProps) {
  const id = useId();
  const [ownValue, setOwnValue] = useState(defaultValue);
  const value = givenValue ?? ownValue;
  const [pressed, choose] = usePress(value, (newValue) => {
    setOwnValue(newValue);
    if (newValue !== value) onValueChange?.(newValue);
  });
  return (
    <TabsContext value={{ id, value, pressed, choose }}>
      <div {...rest} />
    </TabsContext>
  );
}

const NEXT_INDEX: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

function moveByKey(event: KeyboardEvent<HTMLDivElement>) {
  const tabButtons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]:not(:disabled)')];
  const index = event.target instanceof HTMLElement ? tabButtons.indexOf(event.target) : -1;
  const next = index < 0 ? undefined : tabButtons[NEXT_INDEX[event.key]?.(index, tabButtons.length) ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}

export function TabsList({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      role="tablist"
      onKeyDown={moveByKey}
      className={cn("flex gap-0.5 overflow-x-auto border-b border-line", className)}
      {...rest}
    />
  );
}

export function Tab({
  value,
  className,
  ...rest
}: Omit<ComponentProps<"button">, "value"> & { value: string }) {
  const tabs = use(TabsContext);
  const isChosen = tabs.pressed === value;
  return (
    <button
      type="button"
      role="tab"
      id={`${tabs.id}-tab-${value}`}
      aria-selected={isChosen}
      aria-controls={isChosen ? `${tabs.id}-panel-${value}` : undefined}
      tabIndex={isChosen ? 0 : -1}
      onClick={() => tabs.choose(value)}
      className={cn(
        "min-h-11 flex-1 sm:flex-none border-b-2 px-1.5 xs:px-4 py-2 font-semibold whitespace-nowrap focus-visible:-outline-offset-4",
        isChosen ? "border-press text-ink" : "border-transparent text-muted hover:text-ink",
        className,
      )}
      {...rest}
    />
  );
}

type PanelProps = ComponentProps<"div"> & {
  value: string;
  /** Keeps the panel in the document while it is hidden, so that its input is not lost. */
  keepMounted?: boolean | undefined;
};

export function TabPanel({ value, keepMounted = false, ...rest }: PanelProps) {
  const tabs = use(TabsContext);
  const isChosen = tabs.value === value;
  if (!isChosen && !keepMounted) return null;
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      hidden={!isChosen}
      {...rest}
    />
  );
}
