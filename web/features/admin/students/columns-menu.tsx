import { Columns3 } from "lucide-react";
import { PERSON_COLUMNS, type PersonColumn } from "../../../../domain/student-columns.ts";
import { Menu } from "../../../ui/menu.tsx";

interface ColumnsMenuProps {
  readonly known: readonly PersonColumn[];
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}

/** The name cannot be hidden: it leads to the student. */
export function ColumnsMenu({ known, columns, onChange }: ColumnsMenuProps) {
  const label = (
    <>
      <Columns3 aria-hidden className="size-4" />
      Columns
    </>
  );
  const toggle = (id: string) =>
    onChange(
      PERSON_COLUMNS.map((column) => column.id).filter((other) =>
        other === id ? !columns.includes(id) : columns.includes(other),
      ),
    );
  return (
    <Menu label={label} place="right-0 max-md:right-auto max-md:left-0">
      <fieldset className="max-h-80 overflow-y-auto">
        <legend className="px-2 py-1 text-muted text-sm">Columns</legend>
        {known
          .filter(({ id }) => id !== "name")
          .map(({ id, title }) => (
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
