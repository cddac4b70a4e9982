export interface Overlay {
  close(): void;
  /** A locked overlay stays open, such as a dialog whose request is running. */
  isLocked?(): boolean;
}

interface EntryState {
  readonly key?: string;
  readonly idx?: number;
  /** The number of open overlays; the page's own entry has none. */
  readonly overlays?: number;
}

/**
 * This module owns the history entries of open overlays, so that Back closes the topmost overlay and not the page. Each
 * entry is a copy of the page's own entry and is hidden from the router: its events are stopped, and a navigation from
 * an open overlay replaces the overlay's entry.
 */
let open: readonly Overlay[] = [];
let isTraversing = false;
/** Pushes of the router that wait for the end of a traversal, because a push would cancel it. */
let waitingPushes: (() => void)[] = [];
/** A replacement that was made in an overlay's entry and has to be repeated in the page's own entry. */
let replacement: { state: EntryState; url: string | URL | null | undefined } | undefined;
let pageIdentity = "";

/** Adds a history entry for an open overlay. Returns a function that removes it after the overlay has been closed. */
export function addOverlay(overlay: Overlay): () => void {
  open = [...open, overlay];
  queueMicrotask(settle);
  return () => {
    open = open.filter((other) => other !== overlay);
    // The entry is removed in a microtask, so that an overlay that opens in the same step can take it over.
    queueMicrotask(settle);
  };
}

const entry = (): EntryState => (window.history.state as EntryState | null) ?? {};
const depth = (): number => entry().overlays ?? 0;
const identity = (): string => `${entry().idx} ${entry().key} ${window.location.href}`;

let push: History["pushState"];
let replace: History["replaceState"];

if (!import.meta.env.SSR) {
  push = window.history.pushState.bind(window.history);
  replace = window.history.replaceState.bind(window.history);
  window.history.pushState = pushPage;
  window.history.replaceState = replacePage;
  pageIdentity = identity();
  // This listener runs before the router's own, which is registered later.
  window.addEventListener("popstate", onPopState, { capture: true });
  // A reload keeps an overlay's entry and its address, but not the overlay.
  if (depth() > 0) {
    const { overlays: _, ...state } = entry();
    replacement = { state, url: window.location.href };
  }
  settle();
}

/** Adds or removes entries until the history matches the open overlays. */
function settle(): void {
  if (isTraversing) return;
  const surplus = depth() - open.length;
  if (surplus > 0) {
    isTraversing = true;
    window.history.go(-surplus);
    return;
  }
  for (let overlays = depth() + 1; overlays <= open.length; overlays += 1)
    push({ ...window.history.state, overlays }, "");
  const pushes = waitingPushes;
  waitingPushes = [];
  for (const run of pushes) run();
}

function onPopState(event: PopStateEvent): void {
  const wasTraversing = isTraversing;
  isTraversing = false;
  const isReplaced = replacement !== undefined && replacement.state.idx === entry().idx;
  if (!isReplaced && identity() !== pageIdentity) {
    forgetOverlays();
    setTimeout(settle);
    return;
  }
  event.stopImmediatePropagation();
  if (replacement && depth() === 0) {
    replace(replacement.state, "", replacement.url);
    replacement = undefined;
  }
  pageIdentity = identity();
  if (!wasTraversing)
    for (const overlay of open.slice(depth()).reverse()) if (!overlay.isLocked?.()) overlay.close();
  // React has removed the closed overlays by then. A locked overlay gets its entry back.
  setTimeout(settle);
}

function pushPage(state: EntryState, unused: string, url?: string | URL | null): void {
  const run = () => {
    if (depth() > 0) replace(state, unused, url);
    else push(state, unused, url);
    forgetOverlays();
  };
  const mustWait = isTraversing || depth() > 1;
  open = [];
  if (mustWait) {
    waitingPushes.push(run);
    settle();
  } else run();
}

function replacePage(state: EntryState, unused: string, url?: string | URL | null): void {
  if (depth() > 0) replacement = { state, url };
  replace(depth() > 0 ? { ...state, overlays: depth() } : state, unused, url);
  pageIdentity = identity();
}

/** Runs when the page changes, which removes its overlays. */
function forgetOverlays(): void {
  open = [];
  replacement = undefined;
  pageIdentity = identity();
}
