import { Link } from "react-router";
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from "../../../ui/table.tsx";
import { formatHours, type MentorWeeks, sumOf } from "./season.ts";
import { mostMinutes, WeeksChart } from "./weeks-chart.tsx";

interface Props {
  readonly mentors: readonly MentorWeeks[];
  /** The address of the weeks of one mentor. */
  readonly addressOf: (mentor: string) => string;
}

/** All mentors below each other, with the same scale. */
export function MentorsSection({ mentors, addressOf }: Props) {
  const fullMinutes = Math.max(...mentors.map(({ weeks }) => mostMinutes(weeks)));
  return (
    <section aria-label="By mentor" className="grid gap-3">
      <h2 className="text-xl">By mentor</h2>
      <Table label="Mentors">
        <TableHead>
          <TableRow>
            <TableHeadCell>Mentor</TableHeadCell>
            <TableHeadCell aria-hidden className="max-md:hidden">
              Weeks
            </TableHeadCell>
            <TableHeadCell numeric>Held</TableHeadCell>
            <TableHeadCell numeric>Missed</TableHeadCell>
            <TableHeadCell numeric>Not marked</TableHeadCell>
            <TableHeadCell numeric>To come</TableHeadCell>
            <TableHeadCell numeric>Free hours</TableHeadCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {mentors.map(({ id, name, weeks }) => {
            const sum = sumOf(weeks);
            return (
              <TableRow key={id ?? ""}>
                <th scope="row" className="wrap-anywhere min-w-44 px-4 text-left font-normal">
                  {id ? (
                    <Link
                      to={addressOf(id)}
                      aria-label={`${name}: show the weeks`}
                      className="inline-flex min-h-11 items-center underline underline-offset-4"
                    >
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </th>
                <TableCell aria-hidden className="max-md:hidden">
                  <WeeksChart weeks={weeks} fullMinutes={fullMinutes} className="h-10 w-48" />
                </TableCell>
                <TableCell numeric>{sum.held}</TableCell>
                <TableCell numeric>{sum.missed}</TableCell>
                <TableCell numeric>{sum.unmarked}</TableCell>
                <TableCell numeric>{sum.coming}</TableCell>
                <TableCell numeric>{formatHours(sum.freeMinutes)}</TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </section>
  );
}
