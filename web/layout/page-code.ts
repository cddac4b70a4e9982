import { type Location, matchRoutes, type RouteObject } from "react-router";
import { isFetched } from "./fetch-files.ts";

interface RouteFiles {
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The router's own globals: the files of each route, and the route modules that are loaded. */
interface RouterGlobals {
  readonly __reactRouterManifest?: { readonly routes: Record<string, RouteFiles | undefined> };
  readonly __reactRouterRouteModules?: Record<string, unknown>;
}

/** Returns whether the server has another build or other settings than this page: layout/keep-app.ts finds out. */
export function isOutdated(): boolean {
  return "outdated" in document.documentElement.dataset;
}

/**
 * Lists the files that a page needs and that are not loaded yet. The router itself reloads the page after a failed load,
 * and without a network nothing of the page would be left.
 */
export function missingFiles(routes: RouteObject[], location: Location): readonly string[] {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = window as RouterGlobals;
  const files = (matchRoutes(routes, location) ?? []).flatMap(({ route: { id = "" } }) => {
    const route = manifest?.routes[id];
    return !route || modules?.[id] ? [] : [route.module, ...(route.imports ?? []), ...(route.css ?? [])];
  });
  return [...new Set(files)].filter((file) => !isFetched(file));
}
