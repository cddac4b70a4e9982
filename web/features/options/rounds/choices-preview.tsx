import { useState } from "react";
import { CHOICE_ROUNDS, choicesFor } from "../../../../domain/four-choices.ts";
import { dayOf } from "../../../../domain/kolkata-time.ts";
import type { Option } from "../../../../domain/options.ts";
import { roundName } from "../../../../domain/round-names.ts";
import { SelectField } from "../../../ui/field.tsx";
import { type DetailsOf, numberedName } from "../details/option-details.ts";
import type { StoredList } from "../list/stored-list.ts";
import { allottedSeat } from "./allotted-seat.ts";
import { ChoicesTable } from "./choices-table.tsx";

interface Props {
  readonly list: StoredList;
  readonly options: readonly Option[];
  readonly detailsOf: DetailsOf;
}

/** The four choices for any option of the list, before a round allots it: a family plans the money ahead. */
export function ChoicesPreview({ list, options, detailsOf }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [chosenId, setChosenId] = useState("");
  const [round, setRound] = useState(CHOICE_ROUNDS[0] ?? "");
  const option = options.find(({ id }) => id === chosenId) ?? options[0];
  if (!option) return null;
  const year = Number(dayOf(new Date()).slice(0, 4));
  const choices = choicesFor(allottedSeat(list, round, detailsOf(option)));
  if (choices.length === 0) return null;
  return (
    <details
      className="rounded-card border p-4"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">What would the four choices cost?</summary>
      {isOpen && (
        <div className="mt-4 grid grid-cols-1 gap-4">
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
            <SelectField
              label="If this is allotted"
              value={option.id}
              options={options.map((each, index) => ({
                value: each.id,
                label: numberedName(each, index, detailsOf(each)),
              }))}
              onChange={({ target }) => setChosenId(target.value)}
            />
            <SelectField
              label="After"
              value={round}
              options={CHOICE_ROUNDS.map((code) => ({ value: code, label: roundName(code) }))}
              onChange={({ target }) => setRound(target.value)}
            />
          </div>
          <ChoicesTable choices={choices} year={year} round={round} />
        </div>
      )}
    </details>
  );
}
