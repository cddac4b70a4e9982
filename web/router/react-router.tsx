import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
} from "react";
import { createPath, type Location, resolvePath, type To } from "./paths.ts";
import { matchPath, modules } from "./route-files.ts";
import type { Blocker, BlockerFunction, NavigateOptions, Router } from "./router.ts";

/**
 * The part of the package `react-router` that our code uses, for browsers: the build replaces the package by this module,
 * which is a tenth of its size (docs/decisions/0072-a-small-router.md). The package prerenders the pages and runs them in
 * development, so a component uses only names that both have.
 */

export const UNSAFE_DataRouterContext = createContext<{ readonly router: Router } | null>(null);
export const LocationContext = createContext<Location | null>(null);
export const MatchesContext = createContext<readonly string[]>([]);
export const BlockerContext = createContext<Blocker>({ state: "unblocked" });
/** The number of layouts around an outlet. */
const DepthContext = createContext(0);
const OutletContext = createContext<unknown>(undefined);

export { createPath };

function useRouter(): Router {
  const router = use(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error("There is no router around this component");
  return router;
}

export function useLocation(): Location {
  const location = use(LocationContext);
  if (!location) throw new Error("There is no router around this component");
  return location;
}

export const useNavigate = (): Router["navigate"] => useRouter().navigate;

type Init = URLSearchParams | Record<string, string>;
type SetSearchParams = (
  next: Init | ((previous: URLSearchParams) => Init),
  options?: NavigateOptions,
) => void;

export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation();
  const { navigate } = useRouter();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback<SetSearchParams>(
    (next, options) => {
      const found = typeof next === "function" ? next(new URLSearchParams(params)) : next;
      void navigate(`?${new URLSearchParams(found)}`, options);
    },
    [navigate, params],
  );
  return [params, setParams];
}

export function useMatches() {
  const matches = use(MatchesContext);
  return useMemo(() => matches.map((id) => ({ id, handle: modules()[id]?.handle })), [matches]);
}

/** The first argument of the package's function, its routes, is not needed. */
export function matchRoutes(_routes: unknown, { pathname }: { readonly pathname: string }) {
  return matchPath(pathname).map((id) => ({ route: { id } }));
}

export function Outlet({ context }: { context?: unknown }) {
  const depth = use(DepthContext) + 1;
  const id = use(MatchesContext)[depth];
  // The same element in each rendering, so that a change of a layout does not render its page again.
  return useMemo(() => {
    const Page = id === undefined ? undefined : modules()[id]?.default;
    if (!Page) return null;
    return (
      <DepthContext value={depth}>
        <OutletContext value={context}>
          <Page key={id} />
        </OutletContext>
      </DepthContext>
    );
  }, [depth, id, context]);
}

export const useOutletContext = (): unknown => use(OutletContext);

export function useBlocker(shouldBlock: BlockerFunction): Blocker {
  const router = useRouter();
  useEffect(() => router.setBlocker(shouldBlock), [router, shouldBlock]);
  return use(BlockerContext);
}

export function useBeforeUnload(listener: (event: BeforeUnloadEvent) => void): void {
  useEffect(() => {
    window.addEventListener("beforeunload", listener);
    return () => window.removeEventListener("beforeunload", listener);
  }, [listener]);
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">, NavigateOptions {
  readonly to: To;
  readonly children?: ReactNode;
}

export function Link({ to, replace, state, preventScrollReset, onClick, ...rest }: LinkProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const path = createPath(resolvePath(to, location.pathname));
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event;
    const isForBrowser = button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
    if (defaultPrevented || isForBrowser || (rest.target && rest.target !== "_self")) return;
    event.preventDefault();
    void navigate(to, {
      state,
      ...(preventScrollReset && { preventScrollReset }),
      // As in a browser, a link to the page itself adds no entry to the history.
      replace: replace ?? path === createPath(location),
    });
  };
  return <a {...rest} href={path} onClick={open} />;
}

interface NavLinkProps extends Omit<LinkProps, "className"> {
  readonly end?: boolean;
  readonly className: (link: { isActive: boolean }) => string;
}

export function NavLink({ end = false, className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const own = resolvePath(rest.to, pathname).pathname;
  const isActive = pathname === own || (!end && pathname.startsWith(`${own}/`));
  return <Link {...rest} className={className({ isActive })} {...(isActive && { "aria-current": "page" })} />;
}

const itself = <Wrapped,>(component: Wrapped): Wrapped => component;

/** The package's compiler wraps the components of routes, which take no props of the router. */
export { itself as UNSAFE_withComponentProps, itself as UNSAFE_withErrorBoundaryProps };

/** The prerendered HTML has all of these. */
const InHtml = () => null;

export { InHtml as Links, InHtml as Meta, InHtml as ScrollRestoration, InHtml as Scripts };
