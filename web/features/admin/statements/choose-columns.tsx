import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type ChosenColumns, type UnknownStatement, useSaveLayout } from "./statement-file.ts";

interface ChooseColumnsProps {
  readonly rows: UnknownStatement["rows"];
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

const NONE = "";
const SHOWN_ROWS = 12;

/** Asks which columns of unknown headings are which. They are remembered for all statements with these headings. */
export function ChooseColumns({ rows, onSaved, onCancel }: ChooseColumnsProps) {
  const save = useSaveLayout();
  const [heading, setHeading] = useState(() => rowWithMostCells(rows));
  const [chosen, setChosen] = useState({
    date: NONE,
    narration: NONE,
    reference: NONE,
    credit: NONE,
    sign: NONE,
  });
  const [isTried, setIsTried] = useState(false);
  const cells = rows[heading]?.cells ?? [];
  const columns = cells.map((cell, index) => ({
    value: String(index),
    label: cell || `Column ${index + 1}`,
  }));
  const field = (name: keyof typeof chosen, label: string, isNeeded: boolean) => (
    <SelectField
      label={label}
      optional={!isNeeded}
      error={isTried && isNeeded && chosen[name] === NONE ? "Please choose a column." : undefined}
      value={chosen[name]}
      options={[{ value: NONE, label: isNeeded ? "Choose …" : "None" }, ...columns]}
      onChange={({ target }) => setChosen({ ...chosen, [name]: target.value })}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if ([chosen.date, chosen.narration, chosen.credit].includes(NONE)) return;
    save.mutate({ headings: rows[heading]?.key ?? "", columns: columnsOf(chosen) }, { onSuccess: onSaved });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Notice kind="warning" title="The headings of this file are not known">
        Please choose the columns once. They are remembered for all statements with the same headings.
      </Notice>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Row with the headings"
          value={String(heading)}
          options={rows.slice(0, SHOWN_ROWS).map(({ cells: shown }, index) => ({
            value: String(index),
            label: `${index + 1}: ${shown.filter(Boolean).join(" · ").slice(0, 60)}`,
          }))}
          onChange={({ target }) => setHeading(Number(target.value))}
        />
        {field("date", "Date", true)}
        {field("narration", "Narration", true)}
        {field("credit", "Amount received", true)}
        {field("sign", "Column that says Cr or Dr", false)}
        {field("reference", "UTR or reference", false)}
      </div>
      {save.error && <Notice kind="danger">The columns were not saved. Please try again.</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          Read with these columns
        </Button>
        <Button variant="secondary" disabled={save.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function rowWithMostCells(rows: UnknownStatement["rows"]): number {
  const counts = rows.slice(0, SHOWN_ROWS).map(({ cells }) => cells.filter(Boolean).length);
  return counts.indexOf(Math.max(...counts));
}

function columnsOf(
  chosen: Record<"date" | "narration" | "reference" | "credit" | "sign", string>,
): ChosenColumns {
  const { date, narration, reference, credit, sign } = chosen;
  return {
    date: Number(date),
    narration: [Number(narration)],
    ...(reference !== NONE && { reference: Number(reference) }),
    // A column that says Cr or Dr belongs to one with both kinds of amounts.
    ...(sign === NONE ? { credit: Number(credit) } : { amount: Number(credit), sign: Number(sign) }),
  };
}
