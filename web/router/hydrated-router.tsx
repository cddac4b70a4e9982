import { Component, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import {
  BlockerContext,
  LocationContext,
  MatchesContext,
  UNSAFE_DataRouterContext as RouterContext,
} from "./react-router.tsx";
import { modules } from "./route-files.ts";
import { createRouter } from "./router.ts";
import { restorePosition } from "./scroll.ts";

/** Stands in for the component of `react-router/dom`: see react-router.tsx. */
export function HydratedRouter() {
  const [router] = useState(createRouter);
  const [state, setState] = useState(router.state);
  const { location, matches, blockers, keepsPosition } = state;
  const context = useState({ router })[0];
  useLayoutEffect(() => router.subscribe(setState), [router]);
  const shown = useRef(location);
  useLayoutEffect(() => {
    // The first page has its title and its position from the HTML.
    if (shown.current === location) return;
    shown.current = location;
    document.title = titleOf(matches) ?? document.title;
    restorePosition(location, keepsPosition);
  }, [location, matches, keepsPosition]);
  const { Layout, ErrorBoundary, default: Root } = modules().root ?? {};
  if (!Layout || !ErrorBoundary || !Root) throw new Error("The page has no root");
  const [blocker] = blockers.values();
  return (
    <RouterContext value={context}>
      <LocationContext value={location}>
        <MatchesContext value={matches}>
          <BlockerContext value={blocker ?? { state: "unblocked" }}>
            <Layout>
              <Boundary address={location.key} failed={<ErrorBoundary />}>
                <Root />
              </Boundary>
            </Layout>
          </BlockerContext>
        </MatchesContext>
      </LocationContext>
    </RouterContext>
  );
}

const titleOf = (matches: readonly string[]) =>
  modules()
    [matches.at(-1) ?? ""]?.meta?.()
    .find(({ title }) => title)?.title;

interface BoundaryProps {
  readonly address: string;
  readonly failed: ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly hasFailed: boolean;
  readonly address: string;
}

/** Shows `failed` in place of a page that throws, until the next navigation. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, address: this.props.address };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  static getDerivedStateFromProps({ address }: BoundaryProps, state: BoundaryState) {
    return state.address === address ? null : { hasFailed: false, address };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children;
  }
}
