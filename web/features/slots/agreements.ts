import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../backend/tables.ts";
import { useUser } from "../../queries/user.ts";

export interface NextStep {
  readonly id: string;
  readonly step: string;
  /** A day, or null. */
  readonly dueOn: string | null;
  readonly isDone: boolean;
}

export interface Agreement {
  readonly slotId: string;
  readonly agreed: string;
  readonly steps: readonly NextStep[];
}

const keyOf = (userId: string) => ["agreements", userId] as const;

async function fetchAgreements(): Promise<Agreement[]> {
  const { data, error } = await tables().rpc("own_agreements");
  if (error) throw error;
  return data.map((row) => ({
    slotId: row.slot_id ?? "",
    agreed: row.agreed ?? "",
    steps: (row.steps ?? []) as unknown as NextStep[],
  }));
}

export function useAgreements() {
  const { id } = useUser();
  return useQuery({ queryKey: keyOf(id), queryFn: fetchAgreements });
}

export function useTickStep() {
  const { id } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ step, isDone }: { step: NextStep; isDone: boolean }) => {
      const { error } = await tables().rpc("tick_next_step", { next_step: step.id, is_done: isDone });
      if (error) throw error;
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(id) }),
  });
}
