import { useState } from "react";
import { useOutletContext } from "react-router";
import { dayAfter, dayOf, findInstant } from "../../../domain/kolkata-time.ts";
import type { MentorAccess } from "../../queries/mentor-access.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tab, TabPanel, Tabs, TabsList } from "../../ui/tabs.tsx";
import { useUrlParams } from "../../ui/url-params.ts";
import { useNow } from "../../ui/use-now.ts";
import { MAX_BOOKINGS, useAgenda, useMentors, type View } from "./agenda.ts";
import { AgendaToolbar } from "./agenda-toolbar.tsx";
import { DayAgenda } from "./day-agenda.tsx";
import { DaysAgenda } from "./days-agenda.tsx";
import type { Move } from "./dragging.tsx";
import { MoveDialog } from "./move-dialog.tsx";

export const meta = () => [{ title: "Agenda · Maarga" }];

export const handle = { skeleton: <PageSkeleton title="Agenda" />, isWide: true };

/** The number of days that each view shows. The database answers for at most 62, and for two years with a search. */
const VIEWS: Record<View, number> = { day: 1, week: 7, list: 62 };

const YEAR = 365;

/** The calls of a mentor, or for admins of all mentors. */
export default function AgendaPage() {
  const { is_admin: isAdmin } = useOutletContext<MentorAccess>();
  const now = useNow();
  const today = dayOf(now);
  const [params, change] = useUrlParams();
  const view = (Object.keys(VIEWS) as View[]).find((known) => known === params.get("view")) ?? "day";
  const chosenDay = params.get("day") ?? "";
  const day = findInstant(chosenDay, "12:00") ? chosenDay : today;
  const listed = useMentors(isAdmin);
  const { mentors = [], former = [] } = listed.data ?? {};
  const mentor = [...mentors, ...former].find(({ id }) => id === params.get("mentor"))?.id ?? "";
  const search = view === "list" ? (params.get("search") ?? "") : "";
  // A search is for one student, whenever they had a call.
  const [before, after] = search.trim() ? [YEAR, YEAR] : [0, VIEWS[view] - 1];
  const agenda = useAgenda({
    firstDay: dayAfter(day, -before),
    lastDay: dayAfter(day, after),
    mentor,
    search,
  });
  const isLoading = agenda.isPending || (isAdmin && listed.isPending);
  const [moving, setMoving] = useState<Move>();
  const set = (name: string) => (value: string) =>
    change((latest) => {
      if (value) latest.set(name, value);
      else latest.delete(name);
      return latest;
    });
  return (
    <div>
      <div className="print:hidden">
        <PageTitle title="Agenda" />
      </div>
      <Tabs value={view} onValueChange={set("view")} className="grid gap-4">
        <TabsList aria-label="Show" className="print:hidden">
          <Tab value="day">Day</Tab>
          <Tab value="week">Week</Tab>
          <Tab value="list">List</Tab>
        </TabsList>
        <TabPanel value={view} className="grid gap-4">
          <AgendaToolbar
            {...{ view, day, today, mentors, former, mentor, search, isAdmin }}
            step={VIEWS[view]}
            onDay={set("day")}
            onMentor={set("mentor")}
            onSearch={set("search")}
          />
          {agenda.error && (
            <LoadFailed
              text="The agenda could not be loaded."
              onRetry={agenda.refetch}
              busy={agenda.isFetching}
            />
          )}
          {isLoading && <Skeleton className="h-60" />}
          {agenda.data?.length === MAX_BOOKINGS && (
            <p className="text-muted">
              These are the first {MAX_BOOKINGS.toLocaleString("en-IN")} calls. Choose a mentor or fewer days
              to see others.
            </p>
          )}
          {!isLoading &&
            agenda.data &&
            (view === "day" ? (
              <DayAgenda
                {...{ day, now, isAdmin }}
                bookings={agenda.data}
                columns={mentor ? [] : mentors}
                onMove={setMoving}
              />
            ) : (
              <DaysAgenda
                days={
                  view === "week"
                    ? Array.from({ length: VIEWS.week }, (_, days) => dayAfter(day, days))
                    : undefined
                }
                {...{ now, isAdmin }}
                bookings={agenda.data}
                hasMentors={mentors.length > 1 && !mentor}
              />
            ))}
        </TabPanel>
      </Tabs>
      {moving && <MoveDialog {...moving} onClose={() => setMoving(undefined)} />}
    </div>
  );
}
