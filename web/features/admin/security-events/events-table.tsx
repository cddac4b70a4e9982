import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { describeSecurityEvent, type SecurityEventDetails } from "../../../../domain/security-events.ts";
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
import type { SecurityEvent } from "./security-events.ts";

/** Column titles and widths. */
const COLUMNS = { When: "w-40", Account: "w-60", Event: "", Device: "w-40", "IP address": "w-36" };
const COLUMN_COUNT = Object.keys(COLUMNS).length;

interface EventsTableProps {
  /** Undefined while loading. */
  readonly events: readonly SecurityEvent[] | undefined;
  readonly isStale: boolean;
}

/** On narrow screens each row is a card that starts with the event. */
export function EventsTable({ events, isStale }: EventsTableProps) {
  return (
    <Table
      label="Security Events"
      aria-busy={isStale}
      className={cn("xl:table-fixed", isStale && "opacity-60")}
    >
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
        {!events && <TableMessage columns={COLUMN_COUNT}>Loading...</TableMessage>}
        {events?.length === 0 && <TableMessage columns={COLUMN_COUNT}>No results.</TableMessage>}
        {events?.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </TableBody>
    </Table>
  );
}

const CELL = "wrap-anywhere min-w-0 align-top max-xl:block max-xl:h-auto max-xl:p-0 xl:py-3";
const ASIDE = `${CELL} text-sm max-xl:text-muted max-xl:empty:hidden xl:leading-6`;

function EventRow({ event }: { event: SecurityEvent }) {
  const { at, kind, email, user_id, device, address, details } = event;
  return (
    <TableRow className="max-xl:flex max-xl:flex-wrap max-xl:gap-x-4 max-xl:gap-y-1 max-xl:px-4 max-xl:py-3">
      <TableCell className={ASIDE}>
        <time dateTime={at} className="tabular">
          {formatInstant(new Date(at))}
        </time>
      </TableCell>
      <TableCell className={ASIDE}>
        {email && user_id ? (
          <StudentLink id={user_id}>{email}</StudentLink>
        ) : (
          (email ?? (kind === "operator command" ? "The operator" : "No account"))
        )}
        {user_id && <span title={user_id}> · {user_id.slice(0, 8)}</span>}
      </TableCell>
      <TableCell className={`${CELL} max-xl:-order-1 max-xl:w-full`}>
        {describeSecurityEvent(kind, details as SecurityEventDetails)}
      </TableCell>
      <TableCell className={ASIDE}>{device}</TableCell>
      <TableCell className={ASIDE}>{address}</TableCell>
    </TableRow>
  );
}
