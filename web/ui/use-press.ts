import { useCallback, useRef, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/**
 * Shows a press at once, and calls `onPress` when that has been painted: on a slow phone, the rest of its work takes a
 * tenth of a second. Returns what to show as chosen, and the function to call for a press.
 */
export function usePress<Value>(
  chosen: Value,
  onPress: (pressed: Value) => void,
): [Value, (pressed: Value) => void] {
  const [pressed, setPressed] = useState<{ readonly value: Value }>();
  const latest = useRef(onPress);
  latest.current = onPress;
  const cancel = useRef<() => void>(undefined);
  const press = useCallback((value: Value) => {
    // A later press, such as a held arrow key, replaces one that still waits.
    cancel.current?.();
    setPressed({ value });
    cancel.current = afterPaint(() => {
      setPressed(undefined);
      latest.current(value);
    });
  }, []);
  return [pressed ? pressed.value : chosen, press];
}
