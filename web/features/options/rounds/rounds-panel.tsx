import { useState } from "react";
import type { Option } from "../../../../domain/options.ts";
import { Button } from "../../../ui/button.tsx";
import type { DetailsOf } from "../details/option-details.ts";
import type { StoredList } from "../list/stored-list.ts";
import { AllotmentForm } from "./allotment-form.tsx";
import { AllotmentView } from "./allotment-view.tsx";
import { ChoicesPreview } from "./choices-preview.tsx";

interface Props {
  readonly list: StoredList;
  readonly options: readonly Option[];
  readonly detailsOf: DetailsOf;
  readonly isPending: boolean;
}

/** The allotments of the mock and the rounds, what the list had said, and what follows. */
export function RoundsPanel({ list, options, detailsOf, isPending }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { allotments } = list;
  return (
    <div className="grid grid-cols-1 gap-6">
      {allotments.length === 0 && !isOpen && (
        <p className="text-muted">
          After the mock and after each round, put in here what was allotted. This page then compares it with
          what your list said, and shows what each choice means.
        </p>
      )}
      {isOpen ? (
        <AllotmentForm
          exam={list.exam}
          options={options}
          detailsOf={detailsOf}
          isPending={isPending}
          onDone={() => setIsOpen(false)}
        />
      ) : (
        <Button
          variant={allotments.length ? "secondary" : "primary"}
          className="justify-self-start"
          onClick={() => setIsOpen(true)}
        >
          Put in a result
        </Button>
      )}
      <ChoicesPreview list={list} options={options} detailsOf={detailsOf} />
      {allotments.map((allotment) => (
        <AllotmentView
          key={`${allotment.year} ${allotment.round}`}
          list={list}
          allotment={allotment}
          canDelete
        />
      ))}
    </div>
  );
}
