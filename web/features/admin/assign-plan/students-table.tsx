import { ArrowDown, ArrowUp, ArrowUpDown, CalendarClock, CreditCard } from "lucide-react";
import { Link } from "react-router";
import { StudentLink } from "../../../layout/student-link.tsx";
import type { ListedStudent } from "../../../queries/list-students.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, buttonClasses } from "../../../ui/button.tsx";
import { cn } from "../../../ui/class-names.ts";
import { ShortId } from "../../../ui/short-id.tsx";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableMessage,
  TableRow,
} from "../../../ui/table.tsx";
import { COLUMNS, type Column } from "./columns.ts";

const TONES = { Active: "good", Inactive: "danger", None: "neutral" } as const;

interface StudentsTableProps {
  /** Undefined while loading. */
  readonly students: readonly ListedStudent[] | undefined;
  readonly isStale: boolean;
  readonly hidden: readonly string[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly onAssign: (student: ListedStudent) => void;
  readonly onDeactivate: (student: ListedStudent) => void;
  readonly onDeadline: (student: ListedStudent) => void;
}

/**
 * On narrow screens each row is a card. On wide screens the actions stay in view when the table scrolls sideways. The
 * column titles appear with the rows, which determine the widths of the columns.
 */
const ROW =
  "max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:px-4 max-lg:py-3";
const CELL = "max-lg:block max-lg:h-auto max-lg:p-0 max-lg:empty:hidden lg:px-3 lg:text-sm";
const CELLS: Readonly<Record<string, string>> = {
  name: "wrap-anywhere max-lg:font-semibold lg:min-w-28 lg:max-w-56",
  status: "max-lg:col-start-2 max-lg:row-start-1",
  email: "wrap-anywhere max-lg:col-span-2 lg:min-w-56",
  plan: "max-lg:col-span-2",
  phone: "wrap-anywhere max-lg:col-span-2 lg:min-w-36",
  joined:
    "tabular max-lg:col-span-2 lg:whitespace-nowrap max-lg:text-muted max-lg:text-sm max-lg:before:content-['Joined_']",
};
const ACTIONS = "max-lg:col-span-2 max-lg:mt-1 lg:sticky lg:right-0 lg:bg-card";

export function StudentsTable(props: StudentsTableProps) {
  const { students, isStale, hidden, sort, onSort, onAssign, onDeactivate, onDeadline } = props;
  const columns = COLUMNS.filter(({ id }) => !hidden.includes(id));
  return (
    <Table label="Students" aria-busy={isStale} className={cn("max-lg:block", isStale && "opacity-60")}>
      <TableHead className="max-lg:block">
        <TableRow
          className={cn("max-lg:flex max-lg:gap-2 max-lg:px-2 *:bg-wash", !students && "*:invisible")}
        >
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
          <TableHeadCell className="max-lg:sr-only lg:sticky lg:right-0 lg:bg-wash lg:px-3">
            Actions
          </TableHeadCell>
        </TableRow>
      </TableHead>
      <TableBody className="max-lg:block">
        {!students && <TableMessage columns={columns.length + 1}>Loading...</TableMessage>}
        {students?.length === 0 && <TableMessage columns={columns.length + 1}>No results.</TableMessage>}
        {students?.map((student) => (
          <TableRow key={student.id} className={ROW}>
            {columns.map((column) => (
              <TableCell key={column.id} className={cn(CELL, CELLS[column.id])}>
                <CellText column={column} student={student} />
              </TableCell>
            ))}
            <TableCell className={cn(CELL, ACTIONS)}>
              <Actions {...{ student, onAssign, onDeactivate, onDeadline }} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function CellText({ column, student }: { column: Column; student: ListedStudent }) {
  const text = column.text(student);
  if (column.id === "name")
    return (
      <>
        <StudentLink id={student.id}>{text}</StudentLink> <ShortId id={student.id} />
      </>
    );
  if (column.id === "email") return <Email address={text} />;
  if (column.id !== "status") return text;
  return <Badge tone={TONES[text as keyof typeof TONES] ?? "neutral"}>{text}</Badge>;
}

/** A long address breaks before the @. */
function Email({ address }: { address: string }) {
  const at = Math.max(address.lastIndexOf("@"), 0);
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

function Actions({
  student,
  onAssign,
  onDeactivate,
  onDeadline,
}: Pick<StudentsTableProps, "onAssign" | "onDeactivate" | "onDeadline"> & { student: ListedStudent }) {
  const name = `${student.first_name} ${student.last_name}`;
  return (
    <div className="flex gap-1 max-lg:flex-wrap max-lg:gap-2">
      <Button
        size="small"
        variant="secondary"
        aria-label={`Assign a plan to ${name}`}
        onClick={() => onAssign(student)}
      >
        Assign
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Deactivate the plan of ${name}`}
        disabled={student.plan_status !== "Active"}
        onClick={() => onDeactivate(student)}
      >
        Deactivate
      </Button>
      <Button
        size="small"
        variant="quiet"
        title="Deadline"
        aria-label={`Set the deadline of ${name}`}
        onClick={() => onDeadline(student)}
      >
        <CalendarClock aria-hidden className="size-4" />
      </Button>
      <Link
        to={`/payments?state=all&search=${encodeURIComponent(student.email ?? student.phone)}`}
        title="Orders"
        aria-label={`Orders of ${name}`}
        className={buttonClasses({ variant: "quiet", size: "small" })}
      >
        <CreditCard aria-hidden className="size-4" />
      </Link>
    </div>
  );
}

interface HeadCellProps extends Pick<StudentsTableProps, "sort" | "onSort"> {
  readonly column: Column;
}

function HeadCell({ column, sort, onSort }: HeadCellProps) {
  if (!column.sort) return <TableHeadCell className="max-lg:sr-only lg:px-3">{column.title}</TableHeadCell>;
  const [sorted, direction] = sort.split(".");
  const isSorted = sorted === column.sort;
  const Icon = !isSorted ? ArrowUpDown : direction === "asc" ? ArrowUp : ArrowDown;
  const next = isSorted && direction === "asc" ? "desc" : "asc";
  return (
    <TableHeadCell
      className="max-lg:px-2 lg:px-3"
      {...(isSorted && {
        "aria-sort": direction === "asc" ? ("ascending" as const) : ("descending" as const),
      })}
    >
      <button
        type="button"
        className="-mx-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 hover:text-ink"
        onClick={() => onSort(`${column.sort}.${next}`)}
      >
        {column.title}
        <Icon aria-hidden className="size-4" />
      </button>
    </TableHeadCell>
  );
}
