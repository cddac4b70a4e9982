export type ToastKind = "success" | "error" | "info";

interface ToastOptions {
  /** A toast with the same id is replaced. */
  id?: string;
  action?: ToastAction;
  /** The toast stays until it is closed, because it asks for an action. */
  stays?: boolean;
}

export interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

export interface Toast {
  readonly id: string;
  readonly kind: ToastKind;
  readonly text: string;
  readonly action: ToastAction | undefined;
}

interface Timer {
  timeout: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  remainingMs: number;
}

const DURATION_MS = 4000;
const MAX_VISIBLE = 3;

let toasts: readonly Toast[] = [];
let count = 0;
let isPaused = false;
const timers = new Map<string, Timer>();
const listeners = new Set<() => void>();

const show =
  (kind: ToastKind) =>
  (text: string, options: ToastOptions = {}) => {
    count += 1;
    const { id = `toast-${count}`, action, stays = false } = options;
    remove(id);
    if (toasts.length === MAX_VISIBLE) remove(pushedOut().id);
    set([...toasts, { id, kind, text, action }]);
    if (stays) return;
    timers.set(id, { timeout: undefined, startedAt: 0, remainingMs: DURATION_MS });
    if (!isPaused) start(id);
  };

/** Shows a short message in the current ToastPlace (web/ui/toaster.tsx), or in the next one to be rendered. */
export const toast = { success: show("success"), error: show("error"), info: show("info") };

export function closeToast(id: string): void {
  remove(id);
  set(toasts);
  // A removed toast fires no pointerleave or blur, so a pause that it caused ends here.
  resumeToasts();
}

/** Stops the timers while somebody reads the messages. */
export function pauseToasts(): void {
  if (isPaused) return;
  isPaused = true;
  for (const { id } of toasts) stop(id);
}

export function resumeToasts(): void {
  if (!isPaused) return;
  isPaused = false;
  for (const { id } of toasts) start(id);
}

export function listenToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

function remove(id: string): void {
  stop(id);
  timers.delete(id);
  toasts = toasts.filter((other) => other.id !== id);
}

/** Returns the oldest toast, but one that stays only if all of them stay. */
function pushedOut(): Toast {
  return toasts.find(({ id }) => timers.has(id)) ?? (toasts[0] as Toast);
}

function set(newToasts: readonly Toast[]): void {
  toasts = newToasts;
  for (const listener of listeners) listener();
}

function start(id: string): void {
  const timer = timers.get(id);
  if (!timer || timer.timeout) return;
  timer.startedAt = Date.now();
  timer.timeout = setTimeout(closeToast, timer.remainingMs, id);
}

function stop(id: string): void {
  const timer = timers.get(id);
  if (!timer?.timeout) return;
  clearTimeout(timer.timeout);
  timer.timeout = undefined;
  timer.remainingMs -= Date.now() - timer.startedAt;
}
