import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";
import { LoadFailed } from "./load-failed.tsx";

type Options = {
  /** Shown while the part loads. */
  fallback?: ReactNode;
  /** The message after a failed load. */
  failed?: ReactNode;
  /** Wraps that message if the part is a whole page. */
  frame?: (message: ReactNode) => ReactNode;
};

/**
 * Creates a component whose code is loaded when it is first rendered. Unlike with `React.lazy`, a failed load does not
 * replace the page: a message with a button to try again appears in the component's place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, failed, frame = (message) => message }: Options = {},
) {
  let loaded: ComponentType<Props> | undefined;
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    const start = useCallback(() => {
      setHasFailed(false);
      load().then(
        (found) => {
          loaded = found;
          setPart(() => found);
        },
        () => setHasFailed(true),
      );
    }, []);
    useEffect(() => {
      if (!loaded) start();
    }, [start]);
    if (Part) return <Part {...props} />;
    return hasFailed ? frame(<LoadFailed text={failed} onRetry={start} />) : fallback;
  };
}
