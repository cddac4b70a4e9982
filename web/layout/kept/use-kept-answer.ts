import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { hasResponse } from "../../backend/error-response.ts";
import { useUser } from "../../queries/user.ts";
import { findAnswer, keepAnswer } from "./kept-answers.ts";

/** On a line that is only slow, the answer still comes, and replaces the kept one. */
const MAX_WAIT_MS = 4000;

const whole = <Data>(data: Data): Data => data;

interface Shown<Data> {
  /** Undefined if there is neither an answer nor a kept one. */
  readonly data: Data | undefined;
  /** Set while `data` is the kept answer: when the server gave it, in milliseconds. */
  readonly asOf: number | undefined;
}

/**
 * Keeps the answer of a query on the device, and returns the kept one while the server cannot be reached. A refusal or a
 * fault of the server is an answer too, so the kept one is not shown instead.
 */
export function useKeptAnswer<Data>(
  name: string,
  { data, dataUpdatedAt, failureReason }: UseQueryResult<Data>,
  /** Returns the part to keep. */
  partOf: (data: Data) => Data = whole,
): Shown<Data> {
  const { id } = useUser();
  const kept = useMemo(() => findAnswer<Data>(id, name), [id, name]);
  const [isLate, setIsLate] = useState(false);
  // The reason is cleared while the query tries again.
  const isUnreachable = useRef(false);
  if (failureReason) isUnreachable.current = !hasResponse(failureReason);
  const isMissing = data === undefined;
  useEffect(() => {
    if (!isMissing) return keepAnswer(id, name, { keptAt: dataUpdatedAt, data: partOf(data) });
    const timer = setTimeout(setIsLate, navigator.onLine ? MAX_WAIT_MS : 0, true);
    return () => clearTimeout(timer);
  }, [id, name, isMissing, data, dataUpdatedAt, partOf]);
  if (!isMissing) return { data, asOf: undefined };
  const isShown = failureReason ? !hasResponse(failureReason) : isLate || isUnreachable.current;
  return isShown ? { data: kept?.data, asOf: kept?.keptAt } : { data, asOf: undefined };
}
