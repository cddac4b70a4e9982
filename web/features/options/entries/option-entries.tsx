import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { type Option, type OptionChange, placeOfNumber } from "../../../../domain/options.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { collegeOf, courseOf, type DetailsOf } from "../details/option-details.ts";
import type { StoredList } from "../list/stored-list.ts";
import { useRowDragging } from "./dragging.ts";
import { OptionRow } from "./option-row.tsx";

const OptionDialog = lazyPart(async () => (await import("./option-dialog.tsx")).OptionDialog);

interface Props {
  readonly list: StoredList;
  readonly options: readonly Option[];
  readonly detailsOf: DetailsOf;
  /** Undefined while the list cannot be changed. */
  readonly onChange?: ((change: OptionChange) => void) | undefined;
  /** The student of the list, if they are not the caller. */
  readonly studentId?: string | undefined;
  readonly announce: (text: string) => void;
}

/** The options in order. They are moved by dragging, with the arrow keys, or to a number that is typed. */
export function OptionEntries({ list, options, detailsOf, onChange, studentId, announce }: Props) {
  const [openedId, setOpenedId] = useState<string>();
  const latest = useRef({ options, detailsOf, onChange });
  latest.current = { options, detailsOf, onChange };
  const heldGrip = useRef<string>(undefined);

  const moveToNumber = useCallback(
    (id: string, number: number) => {
      const { options: current, detailsOf: details, onChange: change } = latest.current;
      const index = current.findIndex((option) => option.id === id);
      const to = Math.min(Math.max(number, 1), current.length);
      const option = current[index];
      if (!change || !option || to === index + 1) return;
      change({ kind: "move", option: id, after: placeOfNumber(current, id, to) });
      announce(
        `${courseOf(option, details(option))}, ${collegeOf(option, details(option))}: now number ${to} of ${current.length}.`,
      );
    },
    [announce],
  );
  const step = useCallback(
    (id: string, by: -1 | 1) => {
      heldGrip.current = id;
      moveToNumber(id, latest.current.options.findIndex((option) => option.id === id) + 1 + by);
    },
    [moveToNumber],
  );
  const drop = useCallback(
    (id: string, gap: number) => {
      const from = latest.current.options.findIndex((option) => option.id === id);
      moveToNumber(id, gap > from ? gap : gap + 1);
    },
    [moveToNumber],
  );
  const { list: listRef, drag, gripProps } = useRowDragging(drop);
  const stableGrips = useStable(gripProps);
  const open = useCallback((id: string) => setOpenedId(id), []);

  // The browser takes the focus from a row that is moved in the document.
  useLayoutEffect(() => {
    const id = heldGrip.current;
    heldGrip.current = undefined;
    if (id) listRef.current?.querySelector<HTMLElement>(`[data-grip="${CSS.escape(id)}"]`)?.focus();
  });

  const comments = new Map<string, number>();
  for (const { entry } of list.comments) comments.set(entry, (comments.get(entry) ?? 0) + 1);
  const opened = options.find(({ id }) => id === openedId);
  return (
    <>
      <ol ref={listRef} aria-label="Your options" className="border-t">
        {options.map((option, index) => (
          <OptionRow
            key={option.id}
            option={option}
            number={index + 1}
            details={detailsOf(option)}
            feeLimit={list.feeLimit}
            commentCount={comments.get(option.id) ?? 0}
            isDragged={drag?.id === option.id}
            isGapAbove={drag?.gap === index}
            gripProps={onChange && stableGrips}
            onStep={step}
            onOpen={open}
          />
        ))}
      </ol>
      {opened && (
        <OptionDialog
          list={list}
          option={opened}
          number={options.indexOf(opened) + 1}
          count={options.length}
          details={detailsOf(opened)}
          studentId={studentId}
          onMoveTo={onChange && ((number: number) => moveToNumber(opened.id, number))}
          onRemove={
            onChange &&
            (() => {
              onChange({ kind: "remove", option: opened.id });
              announce("Removed from the list.");
              setOpenedId(undefined);
            })
          }
          onClose={() => setOpenedId(undefined)}
        />
      )}
    </>
  );
}

/** Returns a function that stays the same and calls the latest one, so that rows are not rendered again. */
function useStable<Parameters extends unknown[], Result>(
  callback: (...parameters: Parameters) => Result,
): (...parameters: Parameters) => Result {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((...parameters: Parameters) => latest.current(...parameters), []);
}
