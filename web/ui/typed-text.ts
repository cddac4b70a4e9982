import { useEffect, useRef, useState } from "react";

const PAUSE_MILLISECONDS = 250;

/** Passes on what was typed once the typing pauses: a search need not be asked for with every letter. */
export function useAfterPause(passOn: (text: string) => void): (text: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (text) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => passOn(text), PAUSE_MILLISECONDS);
  };
}

/** A text as it is typed, and as it was when the typing last paused. */
export function useTypedText(): { typed: string; settled: string; type: (text: string) => void } {
  const [typed, setTyped] = useState("");
  const [settled, setSettled] = useState("");
  const settleSoon = useAfterPause(setSettled);
  const type = (text: string) => {
    setTyped(text);
    settleSoon(text);
  };
  return { typed, settled, type };
}
