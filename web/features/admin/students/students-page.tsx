import { Mail, SlidersHorizontal } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { findPersonColumns, PERSON_COLUMNS } from "../../../../domain/student-columns.ts";
import { describeStudentFilter } from "../../../../domain/student-filter.ts";
import { useAdminAccess } from "../../../queries/admin-access.ts";
import { useColleagueAccess } from "../../../queries/colleague-access.ts";
import { Button, buttonClasses } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ColumnsMenu } from "./columns-menu.tsx";
import { type FoundPerson, useFoundStudents, useMarks } from "./find-students.ts";
import { type ChangeFilter, useListState } from "./list-state.ts";
import { PeopleTable } from "./people-table.tsx";
import { PlanChoice } from "./plan-choice.tsx";
import { SavedFilters } from "./saved-filters.tsx";

export const meta = () => [{ title: "Students · Maarga" }];

const TITLE = { title: "Students", text: "Everybody, also those who never confirmed or have no profile." };

export const handle = { skeleton: <PageSkeleton {...TITLE} />, isWide: true };

const FilterPanel = lazyPart(async () => (await import("./filter-panel.tsx")).FilterPanel, {
  fallback: <Skeleton className="h-96" />,
});
const ExportMenu = lazyPart(async () => (await import("./export-menu.tsx")).ExportMenu);
const MarksDialog = lazyPart(async () => (await import("./marks-dialog.tsx")).MarksDialog);

export default function StudentsPage() {
  const [state, change] = useListState();
  const { filter, columns, sort, page, pageSize } = state;
  const found = useFoundStudents(state);
  // Other colleagues see the list, and neither export nor change anything.
  const isAdmin = useAdminAccess().data === "granted";
  const { rights } = useColleagueAccess().data ?? {};
  // Before the rights are known, a column without its right is empty.
  const isAllowed = ({ right }: { right?: string }) => !right || !rights || rights.includes(right);
  const marks = useMarks();
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState<FoundPerson>();
  const total = found.data?.[0]?.total ?? 0;
  const count =
    found.data &&
    `${total.toLocaleString("en-IN")}${found.data[0]?.total_is_exact === false ? " or more" : ""}`;
  const isPastLastPage = found.data?.length === 0 && page > 1;
  useEffect(() => {
    if (isPastLastPage) change({ page: 1 });
  }, [isPastLastPage, change]);
  const changeFilter: ChangeFilter = (edit) => change((latest) => ({ filter: edit(latest.filter) }));
  const search = (text: string) =>
    changeFilter(({ search: _, ...rest }) =>
      text.trim() === "" ? rest : { ...rest, search: text.slice(0, 200) },
    );
  const markNames = marks.data && Object.fromEntries(marks.data.map(({ id, name }) => [id, name]));
  const conditions = Object.keys(filter).filter((key) => key !== "search").length;
  return (
    <>
      <PageTitle {...TITLE} />
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <SearchField placeholder="Email, name or phone" search={filter.search ?? ""} onSearch={search} />
          <PlanChoice filter={filter} onChange={changeFilter} />
          {isAdmin && <SavedFilters state={state} onChoose={change} />}
          <Button variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <SlidersHorizontal aria-hidden className="size-4" />
            Filters{conditions > 0 && ` (${conditions})`}
          </Button>
          <ColumnsMenu
            known={PERSON_COLUMNS.filter(isAllowed)}
            columns={columns}
            onChange={(chosen) => change({ columns: chosen })}
          />
          {isAdmin && (
            <Link
              to={`/send-notifications?filter=${encodeURIComponent(JSON.stringify(filter))}`}
              className={buttonClasses({ variant: "secondary" })}
            >
              <Mail aria-hidden className="size-4" />
              Mail these
            </Link>
          )}
          {isAdmin && <ExportMenu state={state} />}
        </div>
        {isOpen && (
          <FilterPanel
            filter={filter}
            isAllowed={isAllowed}
            onChange={changeFilter}
            count={count}
            onClose={() => setOpen(false)}
          />
        )}
        <p aria-live="polite" className="tabular text-muted">
          {count && `${count} · `}
          {describeStudentFilter(filter, markNames)}
        </p>
        {found.error ? (
          <LoadFailed
            text="The students could not be loaded."
            onRetry={found.refetch}
            busy={found.isFetching}
          />
        ) : (
          <PeopleTable
            people={found.data}
            isStale={found.isPlaceholderData}
            columns={findPersonColumns(["name", ...columns]).filter(isAllowed)}
            sort={sort}
            onSort={(chosen) => change({ sort: chosen })}
            onMark={isAdmin ? setMarked : undefined}
          />
        )}
        {/* The pager appears with the rows, because they would move an earlier one. */}
        {found.data && (
          <Pager
            page={page}
            pageSize={pageSize}
            total={total}
            isExact={found.data[0]?.total_is_exact}
            onPage={(next) => change({ page: next })}
            onPageSize={(size) => change({ pageSize: size })}
          />
        )}
      </div>
      {marked && <MarksDialog person={marked} onClose={() => setMarked(undefined)} />}
    </>
  );
}
