import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import {
  type BlockerFunction,
  createPath,
  UNSAFE_DataRouterContext as DataRouterContext,
  type Location,
  useBlocker,
  useNavigate,
} from "react-router";
import { toast } from "../ui/toast.ts";
import { fetchFiles, UpdatedServer } from "./fetch-files.ts";
import { isOutdated, missingFiles } from "./page-code.ts";

interface LeaveQuestion {
  readonly isAsked: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
  readonly setHasChanges: (hasChanges: () => boolean) => void;
}

const NO_CHANGES = () => false;
const LeaveContext = createContext<LeaveQuestion | null>(null);

/** Asks before a navigation for as long as `hasChanges` returns true. The caller shows the question. */
export function useLeaveQuestion(hasChanges: () => boolean): LeaveQuestion {
  const question = use(LeaveContext);
  if (!question) throw new Error("useLeaveQuestion is used outside of LeaveGuard");
  const { setHasChanges } = question;
  useLayoutEffect(() => {
    setHasChanges(hasChanges);
    return () => setHasChanges(NO_CHANGES);
  }, [setHasChanges, hasChanges]);
  return question;
}

/**
 * Blocks a navigation while the page has unsaved changes, and until the code of the next page is loaded: the router
 * itself would reload the page after a failed load. One component does both because the router supports one blocker.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const router = use(DataRouterContext)?.router;
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  /** The router gets a new blocker function only after the screen has changed, so the function reads this. */
  const isAskedNow = useRef(false);
  const hasChanges = useRef(NO_CHANGES);
  const held = useRef({ reason: "code" as "code" | "changes" | "stay", action: "PUSH" });
  /** The state of a navigation would be lost with the document. */
  const opensDocument = useCallback(
    ({ state, pathname }: Location) => isOutdated() && !state && pathname !== router?.state.location.pathname,
    [router],
  );

  const shouldBlock = useCallback<BlockerFunction>(
    ({ nextLocation, historyAction }) => {
      const hold = (reason: typeof held.current.reason) => {
        held.current = { reason, action: historyAction };
        return true;
      };
      // Back answers the open question with Stay.
      if (isAskedNow.current) return hold(historyAction === "POP" ? "stay" : "changes");
      if (hasChanges.current()) return hold("changes");
      if (!router) return false;
      const isMissing = opensDocument(nextLocation) || missingFiles(router.routes, nextLocation).length > 0;
      return isMissing && hold("code");
    },
    [router, opensDocument],
  );
  const blocker = useBlocker(shouldBlock);
  /** The navigation whose code is being loaded. A later one replaces it. */
  const loading = useRef(blocker);

  const proceed = useCallback(() => {
    if (blocker.state !== "blocked" || !router || loading.current === blocker) return;
    loading.current = blocker;
    const { location } = blocker;
    const { action } = held.current;
    if (action === "PUSH" && opensDocument(location)) return window.location.assign(createPath(location));
    const { key } = router.state.location;
    // The router drops a blocked navigation when another one completes.
    const isHeld = () => [...router.state.blockers.values()].includes(blocker);
    const isSuperseded = () => loading.current !== blocker || router.state.location.key !== key;
    const start = () => navigate(location, { replace: action === "REPLACE", state: location.state });
    const load = () =>
      fetchFiles(missingFiles(router.routes, location)).then(
        () => {
          if (isSuperseded()) return;
          if (isHeld()) blocker.proceed();
          else start();
        },
        (error) => {
          if (isSuperseded()) return;
          if (error instanceof UpdatedServer) window.location.assign(createPath(location));
          // While the navigation is held, another try neither asks the question again nor adds a history entry.
          else showFailure(() => void (isHeld() ? load() : start()));
        },
      );
    void load();
  }, [blocker, router, navigate, opensDocument]);

  const ask = useCallback((isAsking: boolean) => {
    isAskedNow.current = isAsking;
    setIsAsked(isAsking);
  }, []);

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { reason } = held.current;
    ask(reason === "changes");
    if (reason === "stay") blocker.reset();
    if (reason === "code") proceed();
  }, [blocker, proceed, ask]);

  const answer = (run: () => void) => () => {
    ask(false);
    run();
  };
  const setHasChanges = useCallback((newHasChanges: () => boolean) => {
    hasChanges.current = newHasChanges;
  }, []);
  const stay = answer(() => blocker.reset?.());
  return (
    <LeaveContext value={{ isAsked, stay, leave: answer(proceed), setHasChanges }}>{children}</LeaveContext>
  );
}

function showFailure(retry: () => void): void {
  toast.error("The next page could not be loaded. Please check the connection.", {
    id: "next-page",
    stays: true,
    action: { label: "Try again", onPress: retry },
  });
}
