import { useEffect, useId, useMemo, useSyncExternalStore } from "react";
import { cn } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import {
  closeToast,
  currentToasts,
  listenToToasts,
  pauseToasts,
  resumeToasts,
  type Toast,
  type ToastKind,
} from "./toast.ts";

const LEVELS = { fallback: 0, page: 1, dialog: 2 } as const;
type Level = keyof typeof LEVELS;

const ICONS: Record<ToastKind, { shape: "good" | "alert" | "info"; colour: string }> = {
  success: { shape: "good", colour: "text-press" },
  error: { shape: "alert", colour: "text-danger" },
  info: { shape: "info", colour: "text-press" },
};

/** Those that have appeared somewhere. */
const announced = new WeakSet<Toast>();

const NO_TOASTS: readonly Toast[] = [];
let places: readonly { id: string; level: Level }[] = [];
const listeners = new Set<() => void>();

function setPlaces(newPlaces: typeof places): void {
  places = newPlaces;
  for (const listener of listeners) listener();
}

/** Returns the place in the topmost dialog, or else in the page, because everything below a dialog is inert. */
function currentPlace(): string | undefined {
  return places.reduce<(typeof places)[number] | undefined>(
    (found, place) => (found && LEVELS[found.level] > LEVELS[place.level] ? found : place),
    undefined,
  )?.id;
}

function listenToPlaces(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useIsCurrentPlace(level: Level, isUsed: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!isUsed) return;
    setPlaces([...places, { id, level }]);
    return () => setPlaces(places.filter((place) => place.id !== id));
  }, [id, level, isUsed]);
  return useSyncExternalStore(listenToPlaces, currentPlace, () => undefined) === id;
}

interface PlaceProps {
  readonly level?: Level;
  /** False in a dialog that is closed. */
  readonly isUsed?: boolean;
  readonly className?: string | undefined;
}

/**
 * A part of the layout where toasts appear. They take up space there, so they never cover the page. Screen readers
 * announce them politely, because a form's own error is already an alert.
 */
export function ToastPlace({ level = "page", isUsed = true, className }: PlaceProps) {
  const isCurrent = useIsCurrentPlace(level, isUsed);
  const toasts = useSyncExternalStore(listenToToasts, currentToasts, () => NO_TOASTS);
  useEffect(() => {
    if (!isCurrent) return;
    const follow = () => (document.hidden ? pauseToasts() : resumeToasts());
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, [isCurrent]);
  return (
    <div
      // Only the current place is a landmark, so that no two landmarks have the same name.
      {...(isCurrent && { role: "region", "aria-label": "Messages" })}
      className={cn("min-w-0 print:hidden", className)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the timers */}
      <div
        aria-live="polite"
        aria-relevant="additions text"
        onPointerEnter={(event) => event.pointerType === "mouse" && pauseToasts()}
        onPointerLeave={resumeToasts}
        onFocus={pauseToasts}
        onBlur={resumeToasts}
        className="grid gap-1"
      >
        {isCurrent && toasts.map((shown) => <ToastItem key={shown.id} shown={shown} />)}
      </div>
    </div>
  );
}

function ToastItem({ shown }: { shown: Toast }) {
  const { id, kind, text, action } = shown;
  // When a dialog opens or closes, a toast moves, and is not announced again.
  const wasAnnounced = useMemo(() => announced.has(shown), [shown]);
  useEffect(() => void announced.add(shown), [shown]);
  const { shape, colour } = ICONS[kind];
  return (
    <div
      data-toast={kind}
      aria-live={wasAnnounced ? "off" : undefined}
      className="flex min-h-11 items-center gap-2.5 rounded-control border border-edge bg-card pl-3 text-sm leading-snug shadow-sm transition-opacity duration-150 starting:opacity-0"
    >
      <Icon shape={shape} className={cn("size-5 shrink-0", colour)} />
      <p className="min-w-0 flex-1 py-0.5 font-medium wrap-anywhere">{text}</p>
      {action && (
        <button
          type="button"
          onClick={() => {
            closeToast(id);
            action.onPress();
          }}
          className="min-h-11 shrink-0 rounded-control px-2 font-semibold text-press hover:bg-press-wash focus-visible:-outline-offset-4"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Close message"
        onClick={() => closeToast(id)}
        className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-4"
      >
        <Icon shape="close" className="size-4" />
      </button>
    </div>
  );
}
