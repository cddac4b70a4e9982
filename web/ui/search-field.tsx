import { useState } from "react";
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
  const searchSoon = useAfterPause(onSearch);
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
