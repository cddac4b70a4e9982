import { ArrowLeft, Download } from "lucide-react";
import { Link } from "react-router";
import { daysOfFinancialYear, financialYearOf } from "../../../../domain/financial-year.ts";
import { dayAfter, dayOf, findInstant } from "../../../../domain/kolkata-time.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { Button, buttonClasses } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { useNow } from "../../../ui/use-now.ts";
import { OpenAmounts } from "./open-amounts.tsx";
import { type Period, useReport } from "./report.ts";
import { GROUPINGS, sumsBy, taxByState, totalOf } from "./report-sums.ts";
import { SumsTable } from "./sums-table.tsx";
import { TaxTable } from "./tax-table.tsx";
import { useDownload } from "./use-download.ts";

export const meta = () => [{ title: "Payment report · Maarga" }];

const TITLE = { title: "Payment report", text: "What came in, what is open, and what was given back." };

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

const NAMES = { day: "Day", month: "Month", plan: "Plan", way: "Way of payment" } as const;

export default function PaymentReportPage() {
  const today = dayOf(useNow());
  const [params, changeParams] = useUrlParams();
  const period: Period = {
    from: dayIn(params.get("from")) ?? `${today.slice(0, 7)}-01`,
    to: dayIn(params.get("to")) ?? today,
  };
  const grouping = GROUPINGS.find((known) => known === params.get("by")) ?? "day";
  const report = useReport(period);
  const rows = report.data ?? [];
  const download = useDownload(period, rows);
  const change = (changes: Readonly<Record<string, string>>) =>
    changeParams((latest) => {
      for (const [name, value] of Object.entries(changes)) latest.set(name, value);
      return latest;
    });
  const periods = knownPeriods(today);
  const known = periods.find(({ from, to }) => from === period.from && to === period.to);
  return (
    <>
      <PageTitle
        {...TITLE}
        action={
          <Link to="/payments" className={buttonClasses({ variant: "secondary" })}>
            <ArrowLeft aria-hidden className="size-5" />
            Payments
          </Link>
        }
      />
      <div className="grid gap-8">
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Period"
            className="w-full xs:w-48"
            value={known?.label ?? ""}
            options={[
              ...(known ? [] : [{ value: "", label: "Chosen days" }]),
              ...periods.map(({ label }) => ({ value: label, label })),
            ]}
            onChange={({ target }) => {
              const chosen = periods.find(({ label }) => label === target.value);
              if (chosen) change({ from: chosen.from, to: chosen.to });
            }}
          />
          <TextField
            label="From"
            type="date"
            className="w-full xs:w-44"
            value={period.from}
            onChange={({ target }) => change({ from: target.value })}
          />
          <TextField
            label="To"
            type="date"
            className="w-full xs:w-44"
            value={period.to}
            onChange={({ target }) => change({ to: target.value })}
          />
          <SelectField
            label="Group by"
            className="w-full xs:w-44"
            value={grouping}
            options={GROUPINGS.map((value) => ({ value, label: NAMES[value] }))}
            onChange={({ target }) => change({ by: target.value })}
          />
        </div>
        {report.error ? (
          <LoadFailed
            text={refusalText(report.error, "The figures could not be loaded. The connection may be weak.")}
            onRetry={report.refetch}
            busy={report.isFetching}
          />
        ) : report.data ? (
          <div aria-busy={report.isPlaceholderData} className="grid gap-8">
            <div className="grid gap-2">
              <SumsTable title={NAMES[grouping]} sums={sumsBy(rows, grouping)} total={totalOf(rows)} />
              <p className="text-muted text-sm">
                Received is what the receipts say, without surpluses and without cancelled receipts.
              </p>
            </div>
            <TaxTable states={taxByState(rows)} />
            <div className="flex flex-wrap gap-3">
              <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate("books")}>
                <Download aria-hidden className="size-4" />
                CSV for the accountant
              </Button>
              {taxByState(rows).length > 0 && (
                <Button
                  variant="secondary"
                  busy={download.isPending}
                  onClick={() => download.mutate("gstr1")}
                >
                  <Download aria-hidden className="size-4" />
                  Figures for GSTR-1
                </Button>
              )}
            </div>
            {download.error && (
              <LoadFailed
                text="The file could not be made. The connection may be weak."
                onRetry={() => download.mutate(download.variables ?? "books")}
                busy={download.isPending}
              />
            )}
          </div>
        ) : (
          <Skeleton className="h-60" />
        )}
        <OpenAmounts />
      </div>
    </>
  );
}

function dayIn(value: string | null): string | undefined {
  return value && findInstant(value, "12:00") ? value : undefined;
}

function knownPeriods(today: string): (Period & { label: string })[] {
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const lastOfMonthBefore = dayAfter(firstOfMonth, -1);
  const year = financialYearOf(findInstant(today, "12:00") ?? new Date());
  const before = financialYearOf(
    findInstant(dayAfter(daysOfFinancialYear(year).from, -1), "12:00") ?? new Date(),
  );
  return [
    { label: "This month", from: firstOfMonth, to: today },
    { label: "Last month", from: `${lastOfMonthBefore.slice(0, 7)}-01`, to: lastOfMonthBefore },
    { label: `Year ${year}`, ...daysOfFinancialYear(year) },
    { label: `Year ${before}`, ...daysOfFinancialYear(before) },
  ];
}
