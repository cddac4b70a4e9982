import { type FormEvent, useState } from "react";
import type { Option } from "../../../../domain/options.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { DetailsTable } from "../details/details-table.tsx";
import { codesOf, collegeOf, courseOf, type OptionDetails } from "../details/option-details.ts";
import type { StoredList } from "../list/stored-list.ts";
import { Comments } from "./comments.tsx";

interface Props {
  readonly list: StoredList;
  readonly option: Option;
  readonly number: number;
  readonly count: number;
  readonly details: OptionDetails | undefined;
  /** The student of the list, if they are not the caller. */
  readonly studentId: string | undefined;
  /** Undefined while the list cannot be changed. */
  readonly onMoveTo?: ((number: number) => void) | undefined;
  readonly onRemove?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Everything about one option: the figures with their years, its place in the list, and the comments. */
export function OptionDialog(props: Props) {
  const { list, option, number, count, details, studentId, onMoveTo, onRemove, onClose } = props;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={courseOf(option, details)}
      description={`Number ${number} of ${count}: ${collegeOf(option, details)}, ${codesOf(option)}`}
      footer={
        <>
          {onRemove && (
            <Button variant="secondary" onClick={onRemove}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {onMoveTo && <MoveTo key={number} number={number} count={count} onMoveTo={onMoveTo} />}
        {details && <DetailsTable details={details} feeLimit={list.feeLimit} />}
        {list.entries.some(({ id }) => id === option.id) && (
          <Comments exam={list.exam} option={option.id} comments={list.comments} studentId={studentId} />
        )}
      </div>
    </Dialog>
  );
}

interface MoveToProps {
  readonly number: number;
  readonly count: number;
  readonly onMoveTo: (number: number) => void;
}

function MoveTo({ number, count, onMoveTo }: MoveToProps) {
  const [typed, setTyped] = useState(String(number));
  const [error, setError] = useState<string>();
  const move = (event: FormEvent) => {
    event.preventDefault();
    const to = Number(typed);
    if (!Number.isInteger(to) || to < 1 || to > count)
      return setError(`Please type a number from 1 to ${count}.`);
    setError(undefined);
    onMoveTo(to);
  };
  return (
    <form onSubmit={move} noValidate className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <TextField
        label="Move to number"
        inputMode="numeric"
        value={typed}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="secondary">
        Move
      </Button>
    </form>
  );
}
