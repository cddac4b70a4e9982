import { useCallback, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";

interface ChangeOptions {
  /** The page stays where it is scrolled to. By default it goes to its top. */
  readonly keepsPosition?: boolean;
}

type ChangeParams = (change: (latest: URLSearchParams) => URLSearchParams, options?: ChangeOptions) => void;

/**
 * Returns the parameters in the URL and a function that changes them. Each change starts from the latest parameters,
 * even if they have not been rendered yet or the caller is a delayed search. The router's own function would start from
 * the parameters of an earlier render, and undo the changes made since.
 */
export function useUrlParams(): [URLSearchParams, ChangeParams] {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  const set = useRef(setParams);
  useEffect(() => {
    latest.current = params;
    set.current = setParams;
  }, [params, setParams]);
  const change = useCallback<ChangeParams>((changed, { keepsPosition = false } = {}) => {
    latest.current = changed(new URLSearchParams(latest.current));
    set.current(latest.current, { replace: true, preventScrollReset: keepsPosition });
  }, []);
  return [params, change];
}
