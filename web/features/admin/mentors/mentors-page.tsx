import { useState } from "react";
import { dayOf } from "../../../../domain/kolkata-time.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cn } from "../../../ui/class-names.ts";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableMessage,
  TableRow,
} from "../../../ui/table.tsx";
import { GrantForm } from "./grant-form.tsx";
import { type Mentor, useMentors } from "./mentors.ts";
import { RevokeDialog } from "./revoke-dialog.tsx";

export const meta = () => [{ title: "Mentors · Maarga" }];

const TITLE = { title: "Mentors", text: "Students book their calls with mentors. Each has their own hours." };

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

export default function MentorsPage() {
  const mentors = useMentors();
  const [toRevoke, setToRevoke] = useState<Mentor>();
  return (
    <>
      <PageTitle {...TITLE} />
      <div className="grid gap-6">
        <GrantForm mentors={mentors.data ?? []} />
        {mentors.error ? (
          <LoadFailed onRetry={mentors.refetch} busy={mentors.isFetching} />
        ) : (
          <MentorsTable mentors={mentors.data} onRevoke={setToRevoke} />
        )}
      </div>
      {toRevoke && <RevokeDialog mentor={toRevoke} onClose={() => setToRevoke(undefined)} />}
    </>
  );
}

/** On narrow screens each row is a card: the name, then the rest. */
const ROW = "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-2 max-md:px-4 max-md:py-3";
const CELL = "max-md:block max-md:h-auto max-md:p-0";
const LINE = cn(CELL, "max-md:col-start-1 max-md:text-muted max-md:text-sm");
const HEADERS = ["Name", "Email", "Calls to come", "Mentor since", "Actions"];

interface MentorsTableProps {
  readonly mentors: readonly Mentor[] | undefined;
  readonly onRevoke: (mentor: Mentor) => void;
}

function MentorsTable({ mentors, onRevoke }: MentorsTableProps) {
  return (
    <Table label="Mentors" className="max-md:block">
      <TableHead className="max-md:sr-only">
        <TableRow>
          {HEADERS.map((header) => (
            <TableHeadCell key={header} numeric={header === "Calls to come"}>
              {header}
            </TableHeadCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody className="max-md:block">
        {!mentors && <TableMessage columns={HEADERS.length}>Loading...</TableMessage>}
        {mentors?.length === 0 && (
          <TableMessage columns={HEADERS.length}>No mentor yet: all calls share one calendar.</TableMessage>
        )}
        {mentors?.map((mentor) => (
          <TableRow key={mentor.id} className={ROW}>
            <TableCell className={cn(CELL, "wrap-anywhere font-medium")}>
              {mentor.name} <State mentor={mentor} />
            </TableCell>
            <TableCell className={cn(LINE, "wrap-anywhere")}>{mentor.email}</TableCell>
            <TableCell
              numeric
              className={cn(LINE, "max-md:text-left max-md:before:content-['Calls_to_come:_']")}
            >
              {mentor.upcoming}
            </TableCell>
            <TableCell className={cn(LINE, "tabular max-md:before:content-['Since_']")}>
              <span className="whitespace-nowrap">{dayOf(mentor.grantedAt)}</span>{" "}
              <span className="wrap-anywhere text-muted text-sm">by {mentor.grantedBy}</span>
            </TableCell>
            <TableCell className={cn(CELL, "max-md:col-start-2 max-md:row-start-1 max-md:row-end-5")}>
              {!mentor.revokedAt && (
                <Button
                  size="small"
                  variant="secondary"
                  aria-label={`Revoke mentor rights from ${mentor.name}`}
                  onClick={() => onRevoke(mentor)}
                >
                  Revoke
                </Button>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function State({ mentor }: { mentor: Mentor }) {
  if (mentor.revokedAt) return <Badge>Revoked</Badge>;
  return mentor.isActive ? null : <Badge tone="highlight">Takes no bookings</Badge>;
}
