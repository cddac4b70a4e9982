import { useMemo } from "react";
import { compareAllotment } from "../../../../domain/allotments.ts";
import { choicesFor, listRulesAfter } from "../../../../domain/four-choices.ts";
import { allotmentRoundName } from "../../../../domain/round-names.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useOptionDetails } from "../details/details-request.ts";
import { checkedOption, codesOf, collegeOf, courseOf } from "../details/option-details.ts";
import { ChangeFailure } from "../list/change-failure.tsx";
import type { Allotment, StoredList } from "../list/stored-list.ts";
import { useDeleteAllotment } from "./allotment-requests.ts";
import { allottedSeat } from "./allotted-seat.ts";
import { ChoicesTable } from "./choices-table.tsx";
import { SourcedText } from "./sourced-text.tsx";

interface Props {
  readonly list: StoredList;
  readonly allotment: Allotment;
  /** False for a counsellor. */
  readonly canDelete: boolean;
}

/** A round: what was allotted, what the list said, what the list can still do, and the four choices. */
export function AllotmentView({ list, allotment, canDelete }: Props) {
  const remove = useDeleteAllotment(list.exam);
  const { year, round, college, course, entries } = allotment;
  const seat = college !== null && course !== null ? { college, course } : undefined;
  const { detailsOf } = useOptionDetails(
    list.exam,
    useMemo(
      () => [...entries, ...(college && course ? [{ college, course }] : [])],
      [entries, college, course],
    ),
    list,
    undefined,
  );
  const details = seat && detailsOf(seat);
  const comparison = compareAllotment(
    list.exam,
    seat,
    entries.map((option) => checkedOption(option, detailsOf(option))),
  );
  const choices = seat ? choicesFor(allottedSeat(list, round, details)) : [];
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="text-lg">
          {allotmentRoundName(round)} {year}
        </h2>
        {canDelete && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Delete the result of ${allotmentRoundName(round)} ${year}`}
            busy={remove.isPending}
            onClick={() => remove.mutate({ year, round })}
          >
            Delete
          </Button>
        )}
      </div>
      <ChangeFailure error={remove.error} />
      {seat && (
        <p className="wrap-anywhere font-semibold">
          {courseOf(seat, details)}, {collegeOf(seat, details)} ({codesOf(seat)})
        </p>
      )}
      <p>{comparison.text}</p>
      {comparison.advice && <Notice kind="warning">{comparison.advice}</Notice>}
      <section className="grid grid-cols-1 gap-2">
        <h3 className="text-base">If you change the list now</h3>
        <ul className="grid grid-cols-1 gap-2">
          {listRulesAfter({ exam: list.exam, round }).map((rule) => (
            <li key={rule.text}>
              <SourcedText cell={rule} year={year} />
            </li>
          ))}
        </ul>
      </section>
      {choices.length > 0 && <ChoicesTable choices={choices} year={year} round={round} />}
    </Card>
  );
}
