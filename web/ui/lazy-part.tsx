import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";
import { LoadFailed } from "./load-failed.tsx";
import { useRetryWhenOnline } from "./use-retry-when-online.ts";

type Options = {
  /** Shown while the part loads. */
  fallback?: ReactNode;
  /** The message after a failed load. */
  failed?: ReactNode;
  /** Wraps that message if the part is a whole page. */
  frame?: (message: ReactNode) => ReactNode;
};

const OUTDATED = "Maarga has been updated since you opened this page. Please reload it.";

/** Returns whether the file is gone from the server, which has another build. Most browsers name it in the error. */
async function isGone(error: unknown): Promise<boolean> {
  const [file] = /\/assets\/[\w.-]+/.exec(String(error)) ?? [];
  const response = file && (await fetch(file, { method: "HEAD" }).catch(() => undefined));
  return Boolean(response && response.status === 404);
}

/**
 * Creates a component whose code is loaded when it is first rendered. Unlike with `React.lazy`, a failed load does not
 * replace the page: a message with a button to try again appears in the component's place. When the browser is online
 * again, it tries by itself.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, failed, frame = (message) => message }: Options = {},
) {
  let loaded: ComponentType<Props> | undefined;
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [failure, setFailure] = useState<"lost" | "outdated">();
    const start = useCallback(() => {
      load().then(
        (found) => {
          loaded = found;
          setPart(() => found);
        },
        async (error) => {
          setFailure("lost");
          if (await isGone(error)) setFailure("outdated");
        },
      );
    }, []);
    useEffect(() => {
      if (!loaded) start();
    }, [start]);
    // The message stays meanwhile, so that it is announced once.
    useRetryWhenOnline(failure === "lost", start);
    const onRetry = () => {
      setFailure(undefined);
      start();
    };
    if (Part) return <Part {...props} />;
    if (!failure) return fallback;
    return frame(
      failure === "lost" ? (
        <LoadFailed text={failed} onRetry={onRetry} />
      ) : (
        <LoadFailed text={OUTDATED} label="Reload" onRetry={() => window.location.reload()} />
      ),
    );
  };
}
