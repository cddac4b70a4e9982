import { useEffect, useRef, useState } from "react";
import { TextField } from "./field.tsx";

const DEBOUNCE_MS = 250;

interface SearchFieldProps {
  readonly placeholder: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Fills the rest of its row, and searches when the typing pauses. */
export function SearchField({ placeholder, search, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(search);
  const lastSearch = useRef(search);
  const searchDebounced = useDebounced((text) => {
    lastSearch.current = text;
    onSearch(text);
  });
  // A link may open the same list with another search.
  useEffect(() => {
    if (search === lastSearch.current) return;
    lastSearch.current = search;
    setTyped(search);
  }, [search]);
  return (
    <TextField
      label="Search"
      type="search"
      className="grow basis-48"
      placeholder={placeholder}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        searchDebounced(target.value);
      }}
    />
  );
}

function useDebounced(callback: (text: string) => void): (text: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (text) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => callback(text), DEBOUNCE_MS);
  };
}
