import { type Location, matchRoutes, type RouteObject } from "react-router";

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

/** Thrown if a file is gone from the server, because the server has been updated since this page was opened. */
export class UpdatedServer extends Error {}

const fetched = new Set<string>();

/** Returns whether the server has another build or other settings than this page: layout/keep-app.ts finds out. */
export function isOutdated(): boolean {
  return "outdated" in document.documentElement.dataset;
}

/** Lists the files that a page needs and that are not loaded yet. */
export function missingFiles(routes: RouteObject[], location: Location): readonly string[] {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = window as RouterGlobals;
  const files = (matchRoutes(routes, location) ?? []).flatMap(({ route: { id = "" } }) => {
    const route = manifest?.routes[id];
    return !route || modules?.[id] ? [] : [route.module, ...(route.imports ?? []), ...(route.css ?? [])];
  });
  return [...new Set(files)].filter((file) => !fetched.has(file));
}

/**
 * Loads files into the browser's cache, where the router finds them. The router itself reloads the page after a
 * failed load, and without a network nothing of the page would be left.
 */
export async function fetchFiles(files: readonly string[]): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      const response = await fetch(file);
      if (response.status === 404) throw new UpdatedServer(file);
      if (!response.ok) throw new Error(`${file}: ${response.status}`);
      await response.arrayBuffer();
      fetched.add(file);
    }),
  );
}
