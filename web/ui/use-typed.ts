import { useEffect, useRef, useState } from "react";

const DEBOUNCE_MS = 250;

/**
 * The value and the handler of a field whose value is in the address, which changes when the typing pauses. `read` returns
 * the value that the address will have, because it may leave out a part of what is typed.
 */
export function useTyped(value: string, onChange: (read: string) => void, read = (typed: string) => typed) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebounced((text) => {
    sent.current = read(text);
    onChange(sent.current);
  });
  // A link may open the same page with another value.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return {
    value: typed,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setTyped(target.value);
      send(target.value);
    },
  };
}

function useDebounced(callback: (text: string) => void): (text: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (text) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => callback(text), DEBOUNCE_MS);
  };
}
