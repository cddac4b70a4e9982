import { useQuery } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";

async function listFreeTimes(student: string, day: string, mentor: string): Promise<string[]> {
  const { data, error } = await tables().rpc("list_free_times", { student, day, ...(mentor && { mentor }) });
  if (error) throw error;
  return data;
}

/** The times that the student could book with the mentor; without one, with anyone. */
export function useFreeTimes(student: string, day: string, mentor: string) {
  return useQuery({
    queryKey: ["student", student, "free-times", day, mentor],
    queryFn: () => listFreeTimes(student, day, mentor),
    enabled: day !== "",
    staleTime: 0,
  });
}

async function listMentors(student: string): Promise<{ value: string; label: string }[]> {
  const { data, error } = await tables().rpc("list_mentors_for", { student });
  if (error) throw error;
  return data.map(({ id, name }) => ({ value: id ?? "", label: name ?? "" }));
}

/** The mentors who take bookings, as options. */
export function useMentors(student: string, isNeeded: boolean) {
  return useQuery({
    queryKey: ["student", student, "mentors"],
    queryFn: () => listMentors(student),
    enabled: isNeeded,
    staleTime: 0,
  });
}
