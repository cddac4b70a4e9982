import { TextField } from "./field.tsx";
import { useTyped } from "./use-typed.ts";

interface SearchFieldProps {
  readonly placeholder: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Fills the rest of its row, and searches when the typing pauses. */
export function SearchField({ placeholder, search, onSearch }: SearchFieldProps) {
  return (
    <TextField
      label="Search"
      type="search"
      className="grow basis-48"
      placeholder={placeholder}
      {...useTyped(search, onSearch)}
    />
  );
}
