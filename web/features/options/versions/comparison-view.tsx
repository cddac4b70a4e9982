import type { ReactNode } from "react";
import { compareOptions, type Option } from "../../../../domain/options.ts";
import { codesOf, collegeOf, costlyFeeOf, courseOf, type DetailsOf } from "../details/option-details.ts";

interface Props {
  readonly before: readonly Option[];
  readonly after: readonly Option[];
  readonly detailsOf: DetailsOf;
}

/** The differences between two lists. */
export function ComparisonView({ before, after, detailsOf }: Props) {
  const { added, removed, moved } = compareOptions(before, after);
  const nameOf = (option: Option) => {
    const details = detailsOf(option);
    const fee = costlyFeeOf(option, details);
    return `${courseOf(option, details)}, ${collegeOf(option, details)} (${codesOf(option)})${fee ? `. ${fee}` : ""}`;
  };
  const numberIn = (list: readonly Option[], option: Option) => list.indexOf(option) + 1;
  if (added.length + removed.length + moved.length === 0)
    return <p>Both have the same options in the same order.</p>;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Group
        title="Added"
        items={added.map((option) => `Number ${numberIn(after, option)}: ${nameOf(option)}`)}
      />
      <Group
        title="Removed"
        items={removed.map((option) => `Was number ${numberIn(before, option)}: ${nameOf(option)}`)}
      />
      <Group
        title="Moved"
        items={moved.map(({ option, from, to }) => `From ${from} to ${to}: ${nameOf(option)}`)}
      />
    </div>
  );
}

function Group({ title, items }: { title: string; items: readonly ReactNode[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-base">
        {title} <span className="tabular font-normal text-muted">({items.length})</span>
      </h3>
      <ul className="grid gap-1 text-sm">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items are texts that are never reordered
          <li key={index} className="wrap-anywhere">
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
