import { SlidersHorizontal } from "lucide-react";
import { Menu } from "../../../ui/menu.tsx";
import { COLUMNS } from "./columns.ts";

interface ColumnMenuProps {
  readonly hidden: readonly string[];
  readonly onToggle: (column: string) => void;
}

export function ColumnMenu({ hidden, onToggle }: ColumnMenuProps) {
  const label = (
    <>
      <SlidersHorizontal aria-hidden className="size-4" />
      View
    </>
  );
  return (
    <Menu label={label}>
      <fieldset>
        <legend className="sr-only">Toggle columns</legend>
        <p aria-hidden className="px-2 py-1 text-muted text-sm">
          Toggle columns
        </p>
        {COLUMNS.map(({ id, title }) => (
          <label key={id} className="flex min-h-11 items-center gap-3 rounded-control px-2 hover:bg-wash">
            <input
              type="checkbox"
              className="size-6 accent-press"
              checked={!hidden.includes(id)}
              onChange={() => onToggle(id)}
            />
            {title}
          </label>
        ))}
      </fieldset>
    </Menu>
  );
}
