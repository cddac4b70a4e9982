import { useCallback, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";

type ChangeParams = (change: (latest: URLSearchParams) => URLSearchParams) => void;

/**
 * The parameters in the page's address, and a function that changes them. Each change starts from the one before, also if
 * that has not been rendered yet, or if the caller is a delayed search: the router's own function would start from the
 * address of the render that it comes from, and undo what was chosen since.
 */
export function useUrlParams(): [URLSearchParams, ChangeParams] {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  const set = useRef(setParams);
  useEffect(() => {
    latest.current = params;
    set.current = setParams;
  }, [params, setParams]);
  const change = useCallback<ChangeParams>((changed) => {
    latest.current = changed(new URLSearchParams(latest.current));
    set.current(latest.current, { replace: true });
  }, []);
  return [params, change];
}
