import { Link } from "react-router";
import { cn } from "../../../ui/class-names.ts";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableMessage,
  TableRow,
} from "../../../ui/table.tsx";
import type { Entry } from "./audit-log.ts";
import { actorName, momentOf, wordsOf } from "./sentences.ts";

/** With the widths that they have in a table. */
const COLUMNS = { When: "w-44", Who: "w-56", What: "", "From where": "w-40" };
const WIDTH = Object.keys(COLUMNS).length;

interface EntriesTableProps {
  /** Undefined while they are loading. */
  readonly entries: readonly Entry[] | undefined;
  readonly isStale: boolean;
}

/** Where there is no room for a table each row is a card, and what was done comes first. */
export function EntriesTable({ entries, isStale }: EntriesTableProps) {
  return (
    <Table label="Audit Log" aria-busy={isStale} className={cn("xl:table-fixed", isStale && "opacity-60")}>
      <TableHead className="max-xl:sr-only">
        <TableRow>
          {Object.entries(COLUMNS).map(([title, className]) => (
            <TableHeadCell key={title} className={className}>
              {title}
            </TableHeadCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {!entries && <TableMessage columns={WIDTH}>Loading...</TableMessage>}
        {entries?.length === 0 && <TableMessage columns={WIDTH}>No results.</TableMessage>}
        {entries?.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </TableBody>
    </Table>
  );
}

const CELL = "wrap-break-word min-w-0 align-top max-xl:block max-xl:h-auto max-xl:p-0 xl:py-3";
const ASIDE = `${CELL} text-sm max-xl:text-muted xl:leading-6`;

function Row({ entry }: { entry: Entry }) {
  const { sentence, email } = wordsOf(entry);
  return (
    <TableRow className="max-xl:flex max-xl:flex-wrap max-xl:gap-x-4 max-xl:gap-y-1 max-xl:px-4 max-xl:py-3">
      <TableCell className={ASIDE}>
        <time dateTime={entry.at} className="tabular">
          {momentOf(entry.at)}
        </time>
      </TableCell>
      <TableCell className={ASIDE}>{actorName(entry.actor_email)}</TableCell>
      <TableCell className={`${CELL} max-xl:-order-1 max-xl:w-full`}>
        <p>{sentence}</p>
        {email && (
          <p className="text-muted text-sm">
            {email} <AccountId id={entry.subject_id} />
          </p>
        )}
        {entry.action === "campaign created" && (
          <Link
            to={`/send-notifications?campaign=${entry.subject_id}`}
            className="inline-flex min-h-11 items-center text-sm underline underline-offset-4 xl:min-h-9"
          >
            See every recipient
          </Link>
        )}
      </TableCell>
      <TableCell className={entry.address ? ASIDE : "max-xl:hidden"}>{entry.address}</TableCell>
    </TableRow>
  );
}

/** A name and an address can be given to another later; this cannot. The search finds it, whole or in part. */
function AccountId({ id }: { id: Entry["subject_id"] }) {
  return id && <span title={id}>· {id.slice(0, 8)}</span>;
}
