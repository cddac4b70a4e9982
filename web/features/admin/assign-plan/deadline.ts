import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";
import { studentKey } from "../../../queries/list-students.ts";

const deadlineKey = (student: string) => ["deadline", student] as const;

async function fetchDeadline(student: string): Promise<Date | null> {
  const { data, error } = await tables().rpc("find_deadline", { student });
  if (error) throw error;
  return data ? new Date(data) : null;
}

export function useDeadline(student: string) {
  return useQuery({ queryKey: deadlineKey(student), queryFn: () => fetchDeadline(student), staleTime: 0 });
}

interface Change {
  readonly student: string;
  /** Null removes the deadline. */
  readonly deadline: Date | null;
}

export function useSetDeadline() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ student, deadline }: Change) => {
      const { error } = await tables().rpc("set_deadline", {
        student,
        ...(deadline && { deadline: deadline.toISOString() }),
      });
      if (error) throw error;
    },
    onSettled: (_data, _error, { student }) =>
      Promise.all(
        [deadlineKey(student), studentKey].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
