import { ArrowDown, ArrowUp, ArrowUpDown, Tag } from "lucide-react";
import { nameOf, type PersonColumn } from "../../../../domain/student-columns.ts";
import { SendAgainButton } from "../../../layout/send-again-button.tsx";
import { StudentLink } from "../../../layout/student-link.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
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
import type { FoundPerson } from "./find-students.ts";

const TONES: Readonly<Record<string, "good" | "danger">> = {
  Active: "good",
  Inactive: "danger",
};

interface PeopleTableProps {
  /** Undefined while loading. */
  readonly people: readonly FoundPerson[] | undefined;
  readonly isStale: boolean;
  readonly columns: readonly PersonColumn[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Undefined for colleagues who change nothing. */
  readonly onMark: ((person: FoundPerson) => void) | undefined;
}

/** On narrow screens each row is a card, whose cells say what they are. */
const ROW = "max-lg:grid max-lg:gap-x-3 max-lg:gap-y-1 max-lg:px-4 max-lg:py-3";
const CELL = "max-lg:block max-lg:h-auto max-lg:p-0 max-lg:empty:hidden lg:px-3 lg:text-sm";
/** Addresses and names break anywhere, numbers and dates nowhere. The name stays in sight while the others scroll. */
const TEXT_CELLS: Readonly<Record<string, string>> = {
  name: "wrap-anywhere max-lg:font-semibold lg:sticky lg:left-0 lg:bg-card lg:min-w-36 lg:max-w-64",
  email: "wrap-anywhere lg:min-w-44 lg:max-w-64",
  phone: "wrap-anywhere lg:whitespace-nowrap",
  planEnd: "lg:whitespace-nowrap",
  joined: "lg:whitespace-nowrap",
  seen: "lg:whitespace-nowrap",
};
const OTHER_CELL = "wrap-break-word lg:max-w-64";

export function PeopleTable({ people, isStale, columns, sort, onSort, onMark }: PeopleTableProps) {
  const width = columns.length + (onMark ? 1 : 0);
  return (
    <Table label="Students" aria-busy={isStale} className={cn("max-lg:block", isStale && "opacity-60")}>
      <TableHead className="max-lg:block">
        <TableRow
          className={cn(
            "max-lg:flex max-lg:flex-wrap max-lg:gap-2 max-lg:px-2 *:bg-wash",
            !people && "*:invisible",
          )}
        >
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
          {onMark && <TableHeadCell className="max-lg:sr-only lg:px-3">Actions</TableHeadCell>}
        </TableRow>
      </TableHead>
      <TableBody className="max-lg:block">
        {!people && <TableMessage columns={width}>Loading...</TableMessage>}
        {people?.length === 0 && <TableMessage columns={width}>No results.</TableMessage>}
        {people?.map((person) => (
          <TableRow key={person.id} className={ROW}>
            {columns.map((column) => (
              <TableCell key={column.id} className={cn(CELL, TEXT_CELLS[column.id] ?? OTHER_CELL)}>
                <CellText column={column} person={person} />
              </TableCell>
            ))}
            {onMark && (
              <TableCell className={cn(CELL, "max-lg:mt-1 lg:whitespace-nowrap")}>
                {person.is_confirmed ? (
                  <Button
                    size="small"
                    variant="secondary"
                    aria-label={`Marks of ${nameOf(person)}`}
                    onClick={() => onMark(person)}
                  >
                    <Tag aria-hidden className="size-4" />
                    Marks
                  </Button>
                ) : (
                  <SendAgainButton id={person.id} email={person.email} />
                )}
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function CellText({ column, person }: { column: PersonColumn; person: FoundPerson }) {
  const text = column.text(person);
  if (column.id === "name")
    // A sign-up becomes an account, and gets a page, when it is confirmed.
    return person.is_confirmed ? <StudentLink id={person.id}>{text}</StudentLink> : text;
  if (text === "") return null;
  if (column.id === "status") return <Badge tone={TONES[text] ?? "neutral"}>{text}</Badge>;
  if (column.id === "payment" && person.payment === "waiting") return <Badge tone="highlight">{text}</Badge>;
  if (column.id === "marks")
    return (
      <span className="flex flex-wrap gap-1">
        {person.marks?.map(({ id, name }) => (
          <Badge key={id}>{name}</Badge>
        ))}
      </span>
    );
  if (column.id === "email" && person.has_bad_address)
    return (
      <>
        {text} <Badge tone="danger">Bad address</Badge>
      </>
    );
  if (["email", "phone", "plan"].includes(column.id)) return text;
  return (
    <>
      <span className="text-muted lg:hidden">{column.title}: </span>
      <span className="tabular">{text}</span>
    </>
  );
}

interface HeadCellProps extends Pick<PeopleTableProps, "sort" | "onSort"> {
  readonly column: PersonColumn;
}

function HeadCell({ column, sort, onSort }: HeadCellProps) {
  if (!column.sort) return <TableHeadCell className="max-lg:sr-only lg:px-3">{column.title}</TableHeadCell>;
  const [sorted, direction] = sort.split(".");
  const isSorted = sorted === column.sort;
  const Icon = !isSorted ? ArrowUpDown : direction === "asc" ? ArrowUp : ArrowDown;
  const next = isSorted && direction === "asc" ? "desc" : "asc";
  return (
    <TableHeadCell
      className={cn("max-lg:px-2 lg:px-3", column.id === "name" && "lg:sticky lg:left-0")}
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
