import { type Location, matchRoutes, type RouteObject } from "react-router";

interface RouteFiles {
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** What the router keeps about the routes of this page: the files of each, and the modules that are loaded. */
interface RouterGlobals {
  readonly __reactRouterManifest?: { readonly routes: Record<string, RouteFiles | undefined> };
  readonly __reactRouterRouteModules?: Record<string, unknown>;
}

/** The server does not have a file any more: it has been updated since this page was opened. */
export class UpdatedServer extends Error {}

const fetched = new Set<string>();

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
 * Loads files into the browser's cache, where the router finds them. The router itself reloads the page when a file
 * cannot be loaded, and without a network that leaves nothing of it.
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
