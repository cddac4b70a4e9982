import { useSearchParams } from "react-router";
import { formatDateTime } from "../../../../domain/kolkata-time.ts";
import { type ListedStudent, useStudents } from "../../../queries/list-students.ts";
import { cn } from "../../../ui/class-names.ts";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { ShortId } from "../../../ui/short-id.tsx";

/** In a longer list, typing a name is quicker than scrolling. */
const MAX_SHOWN = 50;

interface StudentListProps {
  readonly selected: ListedStudent | undefined;
  readonly onSelect: (student: ListedStudent) => void;
}

export function StudentList({ selected, onSelect }: StudentListProps) {
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const students = useStudents({
    search,
    status: "all",
    page: 1,
    pageSize: MAX_SHOWN,
    sort: "name.asc",
  });
  const { total = 0, total_is_exact: isExact = true } = students.data?.[0] ?? {};
  return (
    <div className="grid content-start gap-3">
      <SearchField
        placeholder="Search student by name or email..."
        search={search}
        onSearch={(text) => setParams(text ? { search: text } : {}, { replace: true })}
      />
      {students.error ? (
        <LoadFailed text="Error while loading users" onRetry={students.refetch} busy={students.isFetching} />
      ) : (
        <ul
          aria-label="Students"
          aria-busy={students.isFetching}
          className={cn(
            "max-h-80 divide-y overflow-y-auto rounded-card border bg-card lg:max-h-[32rem]",
            students.isPlaceholderData && "opacity-60",
          )}
        >
          {students.isPending && <li className="p-4 text-muted">Loading...</li>}
          {students.data?.length === 0 && <li className="p-4 text-muted">No students found.</li>}
          {students.data?.map((student) => (
            <li key={student.id}>
              <button
                type="button"
                aria-pressed={student.id === selected?.id}
                onClick={() => onSelect(student)}
                className={cn(
                  "block min-h-13 w-full px-4 py-2 text-left -outline-offset-2",
                  student.id === selected?.id ? "bg-press-wash" : "hover:bg-wash",
                )}
              >
                <span className="wrap-anywhere block font-medium">
                  {student.first_name} {student.last_name}
                </span>
                <span className="wrap-anywhere block text-muted text-sm">{student.email}</span>
                <span className="block text-muted text-sm">
                  Joined {formatDateTime(new Date(student.created_at))} · <ShortId id={student.id} />
                </span>
              </button>
            </li>
          ))}
          {total > MAX_SHOWN && (
            <li className="p-4 text-muted text-sm">
              Showing the first {MAX_SHOWN} of {isExact ? "" : "more than "}
              {total.toLocaleString("en-IN")}. Type a name or an email to find others.
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
