import { MERGE_FIELDS, mergeFieldText } from "../../../../domain/merge-fields.ts";
import { Menu } from "../../../ui/menu.tsx";

/** Inserts a field into the text. Students without the value get the words after the bar. */
export function MergeFieldMenu({ onChoose }: { onChoose: (field: string) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Menu label="Insert a field" place="left-0">
        <ul className="grid">
          {MERGE_FIELDS.map((field) => (
            <li key={field.name}>
              <button
                type="button"
                className="min-h-11 w-full rounded-control px-2 text-left hover:bg-wash"
                onClick={({ currentTarget }) => {
                  onChoose(mergeFieldText(field));
                  currentTarget.closest("details")?.removeAttribute("open");
                }}
              >
                {field.name}
              </button>
            </li>
          ))}
        </ul>
      </Menu>
      <p className="min-w-0 flex-1 text-muted text-sm">
        As in “Dear {"{{first name|student}}"}”. The words after the bar are for those without it.
      </p>
    </div>
  );
}

/** Returns the text with the field inserted at the caret, and moves the caret behind the field. */
export function insertInto(field: HTMLTextAreaElement | null, text: string, inserted: string): string {
  const start = field?.selectionStart ?? text.length;
  const end = field?.selectionEnd ?? text.length;
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(start + inserted.length, start + inserted.length);
  });
  return text.slice(0, start) + inserted + text.slice(end);
}
