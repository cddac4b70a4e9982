import { Columns3 } from "lucide-react";
import { PERSON_COLUMNS } from "../../../../domain/student-columns.ts";
import { Menu } from "../../../ui/menu.tsx";

interface ColumnsMenuProps {
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}

/** The name cannot be hidden: it leads to the student. */
export function ColumnsMenu({ columns, onChange }: ColumnsMenuProps) {
  const label = (
    <>
      <Columns3 aria-hidden className="size-4" />
      Columns
    </>
  );
  const toggle = (id: string) =>
    onChange(
      PERSON_COLUMNS.map((column) => column.id).filter((known) =>
        known === id ? !columns.includes(id) : columns.includes(known),
      ),
    );
  return (
    <Menu label={label} place="right-0 max-md:right-auto max-md:left-0">
      <fieldset className="max-h-80 overflow-y-auto">
        <legend className="px-2 py-1 text-muted text-sm">Columns</legend>
        {PERSON_COLUMNS.filter(({ id }) => id !== "name").map(({ id, title }) => (
          <label key={id} className="flex min-h-11 items-center gap-3 rounded-control px-2 hover:bg-wash">
            <input
              type="checkbox"
              className="size-6 accent-press"
              checked={columns.includes(id)}
              onChange={() => toggle(id)}
            />
            {title}
          </label>
        ))}
      </fieldset>
    </Menu>
  );
}
