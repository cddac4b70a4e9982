import { dayAfter } from "../../../../domain/kolkata-time.ts";
import { Card } from "../../../ui/card.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from "../../../ui/table.tsx";
import { dayName, formatHours, type Week } from "./season.ts";
import { ChartLegend, mostMinutes, WeeksChart } from "./weeks-chart.tsx";

interface Props {
  readonly title: string;
  readonly firstDay: string;
  readonly weeks: readonly Week[];
}

/** The weeks of one mentor or of all, as a chart and as a table. */
export function WeeksSection({ title, firstDay, weeks }: Props) {
  const fullMinutes = mostMinutes(weeks);
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="wrap-anywhere text-xl">{title}</h2>
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_3fr]">
        <Card className="grid gap-3">
          <WeeksChart weeks={weeks} fullMinutes={fullMinutes} className="h-56 w-full" />
          <p className="flex justify-between gap-4 text-muted text-sm">
            <span>{dayName(firstDay)}</span>
            <span className="text-right">{dayName(dayAfter(firstDay, 7 * (weeks.length - 1)))}</span>
          </p>
          <ChartLegend fullMinutes={fullMinutes} />
        </Card>
        <Table label={`Weeks: ${title}`}>
          <TableHead>
            <TableRow>
              <TableHeadCell>Week from</TableHeadCell>
              <TableHeadCell numeric>Held</TableHeadCell>
              <TableHeadCell numeric>Missed</TableHeadCell>
              <TableHeadCell numeric>Not marked</TableHeadCell>
              <TableHeadCell numeric>To come</TableHeadCell>
              <TableHeadCell numeric>Free hours</TableHeadCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {weeks.map((week, index) => {
              const monday = dayAfter(firstDay, 7 * index);
              return (
                <TableRow key={monday}>
                  <th scope="row" className="px-4 text-left font-normal whitespace-nowrap">
                    {dayName(monday)}
                  </th>
                  <TableCell numeric>{week.held}</TableCell>
                  <TableCell numeric>{week.missed}</TableCell>
                  <TableCell numeric>{week.unmarked}</TableCell>
                  <TableCell numeric>{week.coming}</TableCell>
                  <TableCell numeric>{formatHours(week.freeMinutes)}</TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </div>
    </section>
  );
}
