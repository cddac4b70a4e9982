import { Link } from "react-router";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { StudentLink } from "../../../layout/student-link.tsx";
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
import type { AuditLogEntry } from "./audit-log.ts";
import { actorName, describeEntry } from "./sentences.ts";

/** Column titles and widths. */
const COLUMNS = { When: "w-44", Who: "w-56", What: "", "IP address": "w-40" };
const COLUMN_COUNT = Object.keys(COLUMNS).length;

interface EntriesTableProps {
  /** Undefined while loading. */
  readonly entries: readonly AuditLogEntry[] | undefined;
  readonly isStale: boolean;
}

/** On narrow screens each row is a card that starts with the action. */
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
        {!entries && <TableMessage columns={COLUMN_COUNT}>Loading...</TableMessage>}
        {entries?.length === 0 && <TableMessage columns={COLUMN_COUNT}>No results.</TableMessage>}
        {entries?.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </TableBody>
    </Table>
  );
}

const CELL = "wrap-break-word min-w-0 align-top max-xl:block max-xl:h-auto max-xl:p-0 xl:py-3";
const ASIDE = `${CELL} text-sm max-xl:text-muted xl:leading-6`;

function EntryRow({ entry }: { entry: AuditLogEntry }) {
  const { sentence, email } = describeEntry(entry);
  return (
    <TableRow className="max-xl:flex max-xl:flex-wrap max-xl:gap-x-4 max-xl:gap-y-1 max-xl:px-4 max-xl:py-3">
      <TableCell className={ASIDE}>
        <time dateTime={entry.at} className="tabular">
          {formatInstant(new Date(entry.at))}
        </time>
      </TableCell>
      <TableCell className={ASIDE}>{actorName(entry.actor_email)}</TableCell>
      <TableCell className={`${CELL} max-xl:-order-1 max-xl:w-full`}>
        <p>{sentence}</p>
        {email && (
          <p className="text-muted text-sm">
            {entry.subject_id ? <StudentLink id={entry.subject_id}>{email}</StudentLink> : email}{" "}
            <AccountId id={entry.subject_id} />
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

/** The start of the account's id, which never changes, unlike names and email addresses. The search finds it. */
function AccountId({ id }: { id: AuditLogEntry["subject_id"] }) {
  return id && <span title={id}>· {id.slice(0, 8)}</span>;
}
