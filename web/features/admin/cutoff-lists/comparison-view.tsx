import { countText } from "../../../../domain/count-text.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from "../../../ui/table.tsx";
import type { Comparison } from "./editions.ts";

const count = (value: number) => value.toLocaleString("en-IN");

/** The differences between the ranks of an edition and those before it. */
export function ComparisonView({ comparison }: { comparison: Comparison }) {
  const { before_label, is_same_list, is_same_file, odd, examples } = comparison;
  if (before_label === null)
    return (
      <p>
        There is no earlier list of this merit list and region to compare with. Please compare a few ranks
        with the PDF.
      </p>
    );
  return (
    <div className="grid gap-3 *:min-w-0">
      <p>
        Compared with{" "}
        {is_same_list ? "the published edition of the same list" : `the list before it, ${before_label}`},
        which has {countText(comparison.ranks_before, "rank")}:
      </p>
      <dl className="grid columns-from-[8.5rem] gap-3">
        <Figure name="Equal" value={comparison.equal} />
        <Figure name="Changed" value={comparison.changed} />
        <Figure name="New" value={comparison.added} />
        <Figure name="Gone" value={comparison.gone} />
        <Figure name="Moved oddly" value={odd} />
      </dl>
      {is_same_file && <Notice kind="info">The published edition is from the same file.</Notice>}
      {odd > 0 && (
        <Notice
          kind="warning"
          title={`${countText(odd, "rank")} moved to more than three times, or less than a third, of the one before`}
        >
          Please look these up in the PDF. Many of them together mean that a column or a row is shifted.
        </Notice>
      )}
      {examples.length > 0 && <OddRanks examples={examples} />}
      <Names title="New colleges" names={comparison.new_colleges} />
      <Names title="Colleges that are gone" names={comparison.gone_colleges} />
      <Names title="New courses" names={comparison.new_courses} />
      <Names title="Courses that are gone" names={comparison.gone_courses} />
      <Names title="New categories" names={comparison.new_categories} />
      <Names title="Categories that are gone" names={comparison.gone_categories} />
    </div>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="rounded-control border border-line px-3 py-2">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="tabular font-semibold">{count(value)}</dd>
    </div>
  );
}

/** Folded, because a new year has hundreds of them. */
function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <details>
      <summary className="min-h-11 content-center font-medium">
        {title} <span className="tabular text-muted">{count(names.length)}</span>
      </summary>
      <ul className="wrap-anywhere grid list-disc gap-1 pl-6 text-sm">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}

function OddRanks({ examples }: Pick<Comparison, "examples">) {
  return (
    <details>
      <summary className="min-h-11 content-center font-medium">
        {examples.length < 20 ? "Ranks that moved oddly" : "The 20 ranks that moved most"}
      </summary>
      <Table label="Ranks that moved oddly">
        <TableHead>
          <TableRow>
            <TableHeadCell>Seat</TableHeadCell>
            <TableHeadCell>Category</TableHeadCell>
            <TableHeadCell numeric>Before</TableHeadCell>
            <TableHeadCell numeric>Now</TableHeadCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {examples.map(({ seat, category, rank, rank_before }) => (
            <TableRow key={`${seat} ${category}`}>
              <TableCell>{seat}</TableCell>
              <TableCell>{category}</TableCell>
              <TableCell numeric>{count(rank_before)}</TableCell>
              <TableCell numeric>{count(rank)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </details>
  );
}
