import { Download } from "lucide-react";
import { useState } from "react";
import { dayOf } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ColumnChart } from "../../../ui/column-chart.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from "../../../ui/table.tsx";
import { figuresCsv, groupFigures, type KindFigures } from "./figures.ts";
import { useFigures } from "./today.ts";

const DAYS = [7, 30, 90, 365];

/** The progress of the season: a small chart and a number for each figure. */
export function Figures() {
  const [days, setDays] = useState(30);
  const figures = useFigures(days);
  const now = new Date();
  return (
    <section aria-label="The season" className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <h2 className="grow text-xl">The season</h2>
        <SelectField
          label="Days"
          className="w-28"
          value={String(days)}
          options={DAYS.map((count) => ({ value: String(count), label: String(count) }))}
          onChange={({ target }) => setDays(Number(target.value))}
        />
        <Button
          variant="secondary"
          disabled={!figures.data}
          onClick={() =>
            saveFile(
              new Blob([figuresCsv(figures.data ?? [])], { type: "text/csv" }),
              `season-${dayOf(now)}.csv`,
            )
          }
        >
          <Download aria-hidden className="size-4" />
          CSV
        </Button>
      </div>
      {figures.error && (
        <LoadFailed
          text="The figures could not be loaded."
          onRetry={figures.refetch}
          busy={figures.isFetching}
        />
      )}
      {figures.isPending && <Skeleton className="h-60" />}
      {figures.data && (
        <div className="grid items-start gap-4 md:grid-cols-3">
          {groupFigures(figures.data, days, now).map((kind) => (
            <KindCard key={kind.kind} {...kind} />
          ))}
        </div>
      )}
    </section>
  );
}

function KindCard({ title, total, amountPaise, days, plans }: KindFigures) {
  return (
    <Card className="grid gap-3">
      <h3 className="flex flex-wrap justify-between gap-x-3 font-semibold">
        {title}
        <span className="tabular">
          {total.toLocaleString("en-IN")}
          {amountPaise > 0 && ` · ${formatPaise(amountPaise)}`}
        </span>
      </h3>
      <ColumnChart
        columns={days.map((number) => [number])}
        fills={["fill-press"]}
        full={Math.max(...days)}
        className="h-20 w-full"
      />
      {plans.length > 0 && (
        <Table label={`${title} by plan`}>
          <TableHead>
            <TableRow>
              <TableHeadCell>Plan</TableHeadCell>
              <TableHeadCell numeric>Number</TableHeadCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {plans.map(({ plan, number }) => (
              <TableRow key={plan}>
                <TableCell>{plan}</TableCell>
                <TableCell numeric>{number.toLocaleString("en-IN")}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}
