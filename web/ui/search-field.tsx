import { useEffect, useRef, useState } from "react";
import { TextField } from "./field.tsx";

const PAUSE_MILLISECONDS = 250;

interface SearchFieldProps {
  readonly placeholder: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Takes what is left of its row, and searches when the typing pauses. */
export function SearchField({ placeholder, search, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(search);
  const passedOn = useRef(search);
  const searchSoon = useAfterPause((text) => {
    passedOn.current = text;
    onSearch(text);
  });
  // A link may lead to the same list with another search, or with none.
  useEffect(() => {
    if (search === passedOn.current) return;
    passedOn.current = search;
    setTyped(search);
  }, [search]);
  return (
    <TextField
      label="Search"
      type="search"
      className="min-w-[min(100%,12rem)] flex-1"
      placeholder={placeholder}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        searchSoon(target.value);
      }}
    />
  );
}

/** Passes on what was typed once the typing pauses: a search need not be asked for with every letter. */
function useAfterPause(passOn: (text: string) => void): (text: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (text) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => passOn(text), PAUSE_MILLISECONDS);
  };
}
