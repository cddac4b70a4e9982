import { ArrowLeft, Download } from "lucide-react";
import { Link } from "react-router";
import { dayAfter, dayOf, findInstant } from "../../../../domain/kolkata-time.ts";
import { Button, buttonClasses } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { usePaging } from "../../../ui/paging.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { MentorsSection } from "./mentors-section.tsx";
import { type MentorWeeks, mondayOf, sumOfMentors, useSeason } from "./season.ts";
import { seasonCsv } from "./season-csv.ts";
import { StudentsSection } from "./students-section.tsx";
import { WeeksSection } from "./weeks-section.tsx";

export const meta = () => [{ title: "Season · Maarga" }];

const TITLE = { title: "Season", text: "How the mentors' time is used, and who never booked." };

export const handle = { skeleton: <PageSkeleton {...TITLE} />, isWide: true };

const WEEKS = [4, 12, 26, 53];
const DEFAULT_WEEKS = 12;
/** The last weeks, this one and the next three. */
const WEEKS_TO_COME = 3;

export default function SeasonPage() {
  const thisWeek = mondayOf(dayOf(useNow()));
  const paging = usePaging();
  const { params, change } = paging;
  const weekCount = WEEKS.find((known) => String(known) === params.get("weeks")) ?? DEFAULT_WEEKS;
  const chosenDay = params.get("from") ?? "";
  const firstDay = findInstant(chosenDay, "12:00")
    ? mondayOf(chosenDay)
    : dayAfter(thisWeek, 7 * (WEEKS_TO_COME + 1 - weekCount));
  const season = useSeason({ firstDay, weekCount });
  const { mentors = [], firstDay: shownDay = firstDay } = season.data ?? {};
  const mentor = mentors.find(({ id }) => id !== null && id === params.get("mentor"));
  const addressOf = (id: string) => {
    const changed = new URLSearchParams(params);
    changed.set("mentor", id);
    return `?${changed}`;
  };
  const save = (rows: readonly MentorWeeks[]) =>
    saveFile(new Blob([seasonCsv(shownDay, rows)], { type: "text/csv" }), `season-${shownDay}.csv`);
  return (
    <div>
      <PageTitle {...TITLE} />
      <div className="grid gap-8">
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label="From"
            type="date"
            className="w-full xs:w-44"
            value={firstDay}
            onChange={({ target }) => change({ from: target.value })}
          />
          <SelectField
            label="Weeks"
            className="w-full xs:w-32"
            value={String(weekCount)}
            options={WEEKS.map((weeks) => ({ value: String(weeks), label: String(weeks) }))}
            onChange={({ target }) => change({ weeks: target.value })}
          />
          {mentors.length > 1 && (
            <SelectField
              label="Mentor"
              className="w-full xs:w-52"
              value={mentor?.id ?? ""}
              options={[
                { value: "", label: "All mentors" },
                ...mentors.flatMap(({ id, name }) => (id ? [{ value: id, label: name }] : [])),
              ]}
              onChange={({ target }) => change({ mentor: target.value })}
            />
          )}
          <Button
            variant="secondary"
            disabled={!season.data || season.isPlaceholderData}
            onClick={() => save(mentor ? [mentor] : mentors)}
          >
            <Download aria-hidden className="size-4" />
            Download CSV
          </Button>
          <Link to="/agenda" className={buttonClasses({ variant: "secondary" })}>
            <ArrowLeft aria-hidden className="size-5" />
            Agenda
          </Link>
        </div>
        {season.isError && (
          <LoadFailed
            text="The weeks could not be loaded."
            onRetry={season.refetch}
            busy={season.isFetching}
          />
        )}
        {season.isPending && <Skeleton className="h-60" />}
        {season.data && (
          <div aria-busy={season.isPlaceholderData} className="grid gap-8">
            <WeeksSection
              title={mentor?.name ?? "All mentors"}
              firstDay={shownDay}
              weeks={mentor?.weeks ?? sumOfMentors(mentors)}
            />
            {mentors.length > 1 && <MentorsSection mentors={mentors} addressOf={addressOf} />}
          </div>
        )}
        <StudentsSection paging={paging} />
      </div>
    </div>
  );
}
