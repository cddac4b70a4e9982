import { useEffect, useState } from "react";
import { type ListedStudent, useStudents } from "../../../queries/list-students.ts";
import { SelectField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { toast } from "../../../ui/toast.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { ColumnMenu } from "./column-menu.tsx";
import { DeactivateDialog } from "./deactivate-dialog.tsx";
import { DeadlineDialog } from "./deadline-dialog.tsx";
import { StudentsTable } from "./students-table.tsx";
import { STATUSES, useTableState } from "./table-state.ts";

export const meta = () => [{ title: "Assign Plan · Maarga" }];

export const handle = { skeleton: <PageSkeleton title="Assign Plan (Admin Only)" />, isWide: true };

export default function AssignPlanPage() {
  const [{ hidden, ...state }, change] = useTableState();
  const students = useStudents(state);
  const [assigned, setAssigned] = useState<ListedStudent>();
  const [deactivated, setDeactivated] = useState<ListedStudent>();
  const [urgent, setUrgent] = useState<ListedStudent>();
  useEffect(() => {
    if (students.error) toast.error("Error while loading users", { id: "students" });
  }, [students.error]);
  const isPastLastPage = students.data?.length === 0 && state.page > 1;
  useEffect(() => {
    if (isPastLastPage) change({ page: 1 });
  }, [isPastLastPage, change]);
  const toggle = (column: string) =>
    change({ hidden: hidden.includes(column) ? hidden.filter((id) => id !== column) : [...hidden, column] });

  return (
    <>
      <PageTitle title="Assign Plan (Admin Only)" />
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <SearchField
            placeholder="Email, name or phone"
            search={state.search}
            onSearch={(search) => change({ search })}
          />
          <SelectField
            label="Status"
            className="w-40"
            value={state.status}
            options={STATUSES.map((value) => ({ value, label: value === "all" ? "All Status" : value }))}
            onChange={(event) => change({ status: event.target.value })}
          />
          <ColumnMenu hidden={hidden} onToggle={toggle} />
        </div>
        {students.error ? (
          <LoadFailed
            text="Error while loading users"
            onRetry={students.refetch}
            busy={students.isFetching}
          />
        ) : (
          <StudentsTable
            students={students.data}
            isStale={students.isPlaceholderData}
            hidden={hidden}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            onAssign={setAssigned}
            onDeactivate={setDeactivated}
            onDeadline={setUrgent}
          />
        )}
        {/* The pager appears with the rows, because they would move an earlier one. */}
        {students.data && (
          <Pager
            page={state.page}
            pageSize={state.pageSize}
            total={students.data[0]?.total ?? 0}
            isExact={students.data[0]?.total_is_exact}
            onPage={(page) => change({ page })}
            onPageSize={(pageSize) => change({ pageSize })}
          />
        )}
      </div>
      {assigned && <AssignDialog student={assigned} onClose={() => setAssigned(undefined)} />}
      {urgent && <DeadlineDialog student={urgent} onClose={() => setUrgent(undefined)} />}
      {deactivated && <DeactivateDialog student={deactivated} onClose={() => setDeactivated(undefined)} />}
    </>
  );
}
