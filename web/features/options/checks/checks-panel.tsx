import { checkOptionList, type ListCheck } from "../../../../domain/option-checks.ts";
import type { Option, OptionChange } from "../../../../domain/options.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { checkedOption, type DetailsOf } from "../details/option-details.ts";

interface Props {
  readonly exam: string;
  readonly options: readonly Option[];
  readonly detailsOf: DetailsOf;
  readonly feeLimit: number | null;
  readonly coursesOf: Readonly<Record<string, readonly string[]>>;
  readonly onChange?: ((change: OptionChange) => void) | undefined;
}

/** The findings about the list as a whole. Each has its reason; none keeps anybody from listing what they like. */
export function ChecksPanel({ exam, options, detailsOf, feeLimit, coursesOf, onChange }: Props) {
  const checks = checkOptionList({
    exam,
    options: options.map((option) => checkedOption(option, detailsOf(option))),
    feeLimit,
    coursesOf,
  });
  if (options.length === 0) return <p className="text-muted">There is no list to look at yet.</p>;
  if (checks.length === 0)
    return <p>Nothing to point out. What to list, and in which order, is your own choice.</p>;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-muted text-sm">
        These are hints. Nothing here keeps you from listing what you want, in the order that you want.
      </p>
      <ul className="grid grid-cols-1 gap-3">
        {checks.map((check) => (
          <li
            key={check.text}
            className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 rounded-control border p-3"
          >
            <Icon shape="info" className="mt-0.5 size-5 text-press" />
            <div className="wrap-anywhere">
              <p className="font-semibold">{check.text}</p>
              <p className="text-sm">{check.reason}</p>
              {onChange && check.missing && (
                <AddMissing check={check} options={options} onChange={onChange} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface AddProps {
  readonly check: ListCheck;
  readonly options: readonly Option[];
  readonly onChange: (change: OptionChange) => void;
}

/** Puts each missing option above the one of the same college that is listed already. */
function AddMissing({ check, options, onChange }: AddProps) {
  const { missing = [] } = check;
  const add = () => {
    for (const { college, course } of missing) {
      const index = options.findIndex((option) => option.college === college);
      const after = options[index - 1]?.id;
      const added = { id: crypto.randomUUID(), college, course };
      onChange({ kind: "add", options: [added], ...(after !== undefined && { after }) });
    }
  };
  return (
    <Button size="small" variant="secondary" className="mt-2" onClick={add}>
      {missing.length === 1 ? "Add it above the other one" : `Add all ${missing.length} above the others`}
    </Button>
  );
}
