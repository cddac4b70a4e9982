import { useEffect, useRef, useState } from "react";
import { TextField } from "./field.tsx";
import { useAfterPause } from "./typed-text.ts";

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
      className="min-w-48 flex-1"
      placeholder={placeholder}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        searchSoon(target.value);
      }}
    />
  );
}
