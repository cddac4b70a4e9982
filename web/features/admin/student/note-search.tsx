import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { tables } from "../../../backend/tables.ts";
import { StudentLink } from "../../../layout/student-link.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { SearchField } from "../../../ui/search-field.tsx";

async function searchNotes(search: string) {
  const { data, error } = await tables().rpc("search_student_notes", { search });
  if (error) throw error;
  return data;
}

/** Finds notes by their words, among those about all students. The newest twenty are shown. */
export function NoteSearch() {
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const found = useQuery({
    queryKey: ["student", "notes", search],
    queryFn: () => searchNotes(search),
    enabled: search !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <div className="mt-6 grid max-w-prose gap-3">
      <SearchField
        placeholder="Words in notes about students"
        search={search}
        onSearch={(text) => setParams(text ? { search: text } : {}, { replace: true })}
      />
      {found.error && (
        <LoadFailed text="The notes could not be searched." onRetry={found.refetch} busy={found.isFetching} />
      )}
      <p role="status" className="text-muted empty:hidden">
        {search !== "" && found.data?.length === 0 && "No note has these words."}
      </p>
      <ul aria-label="Notes" className="divide-y empty:hidden">
        {search !== "" &&
          found.data?.map(({ id, student_id, student, note, written_at, author_email }) => (
            <li key={id} className="grid gap-0.5 py-2">
              <p className="wrap-anywhere font-semibold">
                <StudentLink id={student_id ?? ""}>{student}</StudentLink>
              </p>
              <p className="wrap-anywhere whitespace-pre-line">{note}</p>
              <p className="wrap-anywhere text-muted text-sm">
                {formatInstant(new Date(written_at ?? ""))}, {author_email}
              </p>
            </li>
          ))}
      </ul>
    </div>
  );
}
