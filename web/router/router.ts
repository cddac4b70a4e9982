import { createPath, type Location, type Path, resolvePath, type To } from "./paths.ts";
import { loadRoute, matchPath, modules, type Routes, routes } from "./route-files.ts";
import { keepScrollPositions, savePosition } from "./scroll.ts";

export type Action = "POP" | "PUSH" | "REPLACE";

export interface NavigateOptions {
  readonly replace?: boolean;
  readonly state?: unknown;
  readonly preventScrollReset?: boolean;
}

export type BlockerFunction = (navigation: {
  currentLocation: Location;
  nextLocation: Location;
  historyAction: Action;
}) => boolean;

/** A navigation that is held until the page lets it go on. */
export interface Blocker {
  readonly state: "unblocked" | "blocked" | "proceeding";
  readonly location?: Location;
  readonly proceed?: () => void;
  readonly reset?: () => void;
}

export interface RouterState {
  readonly location: Location;
  /** The routes of the page, from the root inwards. The same array while the page stays. */
  readonly matches: readonly string[];
  readonly blockers: ReadonlyMap<string, Blocker>;
  readonly keepsPosition: boolean;
}

export interface Router {
  readonly state: RouterState;
  readonly routes: Routes;
  readonly navigate: (to: To | number, options?: NavigateOptions) => Promise<void>;
  readonly subscribe: (listener: (state: RouterState) => void) => () => void;
  readonly setBlocker: (shouldBlock: BlockerFunction) => void;
}

interface EntryState {
  /** The state that a page has given to the next one. */
  readonly usr?: unknown;
  readonly key?: string;
  readonly idx?: number;
}

const UNBLOCKED: Blocker = { state: "unblocked" };
const BLOCKER = "blocker";

const entry = (): EntryState => (window.history.state as EntryState | null) ?? {};

const newKey = (): string => Math.random().toString(36).slice(2, 10);

function currentLocation(): Location {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = "default" } = entry();
  return { pathname, search, hash, state: usr, key };
}

/** Called once for each document, after the modules of the page have been evaluated: they may change the first history entry. */
export function createRouter(): Router {
  if (entry().idx === undefined) window.history.replaceState({ ...entry(), idx: 0 }, "");
  /** The position of the page in the history. */
  let index = entry().idx ?? 0;
  let state: RouterState = {
    location: currentLocation(),
    // The page itself knows its routes, even if its address is spelled differently.
    matches: Object.keys(modules()),
    blockers: new Map([[BLOCKER, UNBLOCKED]]),
    keepsPosition: true,
  };
  let shouldBlock: BlockerFunction = () => false;
  let latest: Location | undefined;
  /** Called when the history is back at the entry of a blocked navigation's start. */
  let onReturn: (() => void) | undefined;
  const listeners = new Set<(state: RouterState) => void>();

  const update = (change: Partial<RouterState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener(state);
  };
  const blocker = () => state.blockers.get(BLOCKER) ?? UNBLOCKED;
  const setBlocker = (next: Blocker) => update({ blockers: new Map([[BLOCKER, next]]) });

  const isBlocked = (nextLocation: Location, historyAction: Action) =>
    blocker().state !== "proceeding" &&
    shouldBlock({ currentLocation: state.location, nextLocation, historyAction });

  const holdNavigation = (location: Location, goOn: () => void) =>
    setBlocker({
      state: "blocked",
      location,
      proceed: () => {
        setBlocker({ state: "proceeding", location });
        goOn();
      },
      reset: () => setBlocker(UNBLOCKED),
    });

  const open = async (location: Location, action: Action, keepsPosition: boolean) => {
    latest = location;
    savePosition(state.location.key);
    const isSamePage = location.pathname === state.location.pathname;
    const matches = isSamePage ? state.matches : matchPath(location.pathname);
    const missing = matches.filter((id) => !modules()[id]);
    if (missing.length > 0) {
      try {
        await Promise.all(missing.map(loadRoute));
      } catch {
        // Without its code, only the server can show the page.
        window.location.reload();
        return;
      }
      // Another navigation has started in the meantime.
      if (latest !== location) return;
    }
    if (action !== "POP") write(location, action);
    const isReleased = blocker().state !== "unblocked";
    update({
      location,
      matches,
      keepsPosition,
      ...(isReleased && { blockers: new Map([[BLOCKER, UNBLOCKED]]) }),
    });
  };

  const write = (location: Location, action: Action) => {
    index = (entry().idx ?? 0) + (action === "PUSH" ? 1 : 0);
    const next: EntryState = { usr: location.state, key: location.key, idx: index };
    if (action === "PUSH") window.history.pushState(next, "", createPath(location));
    else window.history.replaceState(next, "", createPath(location));
  };

  const navigate: Router["navigate"] = async (to, options = {}) => {
    if (typeof to === "number") return window.history.go(to);
    const { replace = false, state: usr = null, preventScrollReset = false } = options;
    const path: Path = resolvePath(to, state.location.pathname);
    const location: Location = { ...path, state: usr, key: newKey() };
    const action = replace ? "REPLACE" : "PUSH";
    if (isBlocked(location, action)) return holdNavigation(location, () => void navigate(to, options));
    await open(location, action, preventScrollReset);
  };

  window.addEventListener("popstate", () => {
    // A link to a part of the page makes an entry without an index, and never leaves the page.
    const { idx = index } = entry();
    const delta = idx - index;
    const hold = onReturn;
    onReturn = undefined;
    if (delta === 0 && hold) return hold();
    const location = currentLocation();
    if (delta === 0 || !isBlocked(location, "POP")) {
      index = idx;
      return void open(location, "POP", false);
    }
    // The navigation is held only after the history has returned; an earlier answer would race with the return.
    onReturn = () => holdNavigation(location, () => window.history.go(delta));
    window.history.go(-delta);
  });
  keepScrollPositions(() => state.location.key);

  return {
    get state() {
      return state;
    },
    get routes() {
      return routes();
    },
    navigate,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setBlocker: (next) => {
      shouldBlock = next;
    },
  };
}
