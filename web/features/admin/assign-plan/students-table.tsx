import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ListedStudent } from "../../../backend/list-students.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
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
  /** Undefined while they are loading. */
  readonly students: readonly ListedStudent[] | undefined;
  readonly isStale: boolean;
  readonly hidden: ReadonlySet<string>;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly onAssign: (student: ListedStudent) => void;
  readonly onDeactivate: (student: ListedStudent) => void;
}

export function StudentsTable(props: StudentsTableProps) {
  const { students, isStale, hidden, sort, onSort, onAssign, onDeactivate } = props;
  const columns = COLUMNS.filter(({ id }) => !hidden.has(id));
  return (
    <Table label="Students" aria-busy={isStale} className={isStale ? "opacity-60" : undefined}>
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
          <TableHeadCell>Actions</TableHeadCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {!students && <TableMessage columns={columns.length + 1}>Loading...</TableMessage>}
        {students?.length === 0 && <TableMessage columns={columns.length + 1}>No results.</TableMessage>}
        {students?.map((student) => (
          <TableRow key={student.id}>
            {columns.map((column) => (
              <TableCell key={column.id} className="whitespace-nowrap">
                <CellText column={column} student={student} />
              </TableCell>
            ))}
            <TableCell>
              <Actions student={student} onAssign={onAssign} onDeactivate={onDeactivate} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function CellText({ column, student }: { column: Column; student: ListedStudent }) {
  const text = column.text(student);
  if (column.id !== "status") return text;
  return <Badge tone={TONES[text as keyof typeof TONES] ?? "neutral"}>{text}</Badge>;
}

function Actions({
  student,
  onAssign,
  onDeactivate,
}: Pick<StudentsTableProps, "onAssign" | "onDeactivate"> & { student: ListedStudent }) {
  const name = `${student.first_name} ${student.last_name}`;
  return (
    <div className="flex gap-2">
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
    </div>
  );
}

interface HeadCellProps extends Pick<StudentsTableProps, "sort" | "onSort"> {
  readonly column: Column;
}

function HeadCell({ column, sort, onSort }: HeadCellProps) {
  if (!column.sort) return <TableHeadCell>{column.title}</TableHeadCell>;
  const [sorted, direction] = sort.split(".");
  const isSorted = sorted === column.sort;
  const Icon = !isSorted ? ArrowUpDown : direction === "asc" ? ArrowUp : ArrowDown;
  const next = isSorted && direction === "asc" ? "desc" : "asc";
  return (
    <TableHeadCell
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
