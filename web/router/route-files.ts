import type { ComponentType, ReactNode } from "react";

/** The exports of a route's module. */
export interface RouteModule {
  readonly default: ComponentType;
  readonly handle?: unknown;
  readonly meta?: () => readonly { readonly title?: string }[];
  /** Only the root has it. */
  readonly Layout?: ComponentType<{ children: ReactNode }>;
  readonly ErrorBoundary?: ComponentType;
}

interface Route {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly css?: readonly string[];
}

export type Routes = Readonly<Record<string, Route>>;

/** The build writes them into every page. */
interface Globals {
  readonly __reactRouterManifest: { readonly routes: Routes };
  readonly __reactRouterRouteModules: Record<string, RouteModule>;
}

const globals = () => window as unknown as Globals;

export const routes = (): Routes => globals().__reactRouterManifest.routes;

/** By the id of their route: those of the page that was opened, from the root inwards, and those loaded since. */
export const modules = (): Record<string, RouteModule> => globals().__reactRouterRouteModules;

let pages: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns the ids of the routes of an address, from the root inwards. */
export function matchPath(pathname: string): readonly string[] {
  pages ??= listPages();
  return pages.get(pathname.replace(/^\/+|\/+$/g, "").toLowerCase()) ?? pages.get("*") ?? [];
}

/** A route is a page, or a layout around others, which has no address of its own. */
function listPages(): ReadonlyMap<string, readonly string[]> {
  const all = Object.values(routes());
  const layouts = new Set(all.map(({ parentId }) => parentId));
  const found = all.filter(({ id }) => !layouts.has(id));
  return new Map(found.map((route) => [route.path ?? "", withParents(route)]));
}

function withParents({ id, parentId }: Route): readonly string[] {
  const parent = parentId === undefined ? undefined : routes()[parentId];
  return parent ? [...withParents(parent), id] : [id];
}

/** Loads the module of a route and its style sheets. */
export async function loadRoute(id: string): Promise<void> {
  const route = routes()[id];
  if (!route || modules()[id]) return;
  const [module] = await Promise.all([
    import(/* @vite-ignore */ route.module) as Promise<RouteModule>,
    ...(route.css ?? []).map(loadStyles),
  ]);
  modules()[id] = module;
}

async function loadStyles(href: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const loaded = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
  });
  document.head.append(link);
  await loaded;
}
