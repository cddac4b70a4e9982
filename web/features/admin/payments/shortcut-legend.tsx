import { useState } from "react";
import { withStorage } from "../../../layout/drafts/draft-keys.ts";
import { Switch } from "../../../ui/switch.tsx";
import { DESK_STEPS } from "./desk-steps.ts";

const KEY = "maarga-payment-shortcuts";

/** Returns whether single letters are shortcuts. People who dictate turn them off. */
export function useShortcutSetting(): [isOn: boolean, change: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => withStorage(() => localStorage.getItem(KEY)) !== "off");
  const change = (next: boolean) => {
    setIsOn(next);
    withStorage(() => localStorage.setItem(KEY, next ? "on" : "off"));
  };
  return [isOn, change];
}

const LEGEND = [
  ["j", "next"],
  ["k", "previous"],
  ["Enter", "confirm"],
  ...DESK_STEPS.map(({ key, text }) => [key, text.toLowerCase()] as const),
  ["/", "search"],
  ["Esc", "back to the queue"],
] as const;

interface LegendProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** The list of shortcuts, and a switch that turns them off. Hidden on phones, which have no keyboard. */
export function ShortcutLegend({ isOn, onChange }: LegendProps) {
  return (
    <div className="flex items-start justify-between gap-x-6 text-sm max-md:hidden">
      <dl className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 text-muted">
        {LEGEND.map(([key, text]) => (
          <div key={key} className="flex items-center gap-1.5">
            <dt>
              <Key>{key}</Key>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="shrink-0">
        <Switch label="Keyboard shortcuts" checked={isOn} onCheckedChange={onChange} />
      </div>
    </div>
  );
}

export function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded border border-edge bg-card px-2 py-0.5 font-text text-ink text-xs">
      {children}
    </kbd>
  );
}
