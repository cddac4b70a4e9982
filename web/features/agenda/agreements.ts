import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../backend/tables.ts";
import { agendaKey, type Booking } from "./agenda.ts";

export interface NextStep {
  readonly step: string;
  /** A day, or "". */
  readonly dueOn: string;
}

export interface Agreement {
  readonly agreed: string;
  readonly steps: readonly NextStep[];
}

const agreementKey = (slot: string) => ["agreement", slot] as const;

async function fetchAgreement(slot: string): Promise<Agreement> {
  const [agreement, steps] = await Promise.all([
    tables().from("slot_agreements").select("agreed").eq("slot_id", slot).maybeSingle(),
    tables().from("next_steps").select("step, due_on").eq("slot_id", slot).order("position"),
  ]);
  const error = agreement.error ?? steps.error;
  if (error) throw error;
  return {
    agreed: agreement.data?.agreed ?? "",
    steps: (steps.data ?? []).map(({ step, due_on }) => ({ step, dueOn: due_on ?? "" })),
  };
}

export function useAgreement(slot: string) {
  return useQuery({ queryKey: agreementKey(slot), queryFn: () => fetchAgreement(slot), staleTime: 0 });
}

export function useWriteAgreement(slot: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ agreed, steps }: Agreement) => {
      const { error } = await tables().rpc("write_agreement", {
        slot,
        agreed,
        steps: steps.map(({ step, dueOn }) => ({ step, ...(dueOn && { dueOn }) })),
      });
      if (error) throw error;
    },
    onSettled: () =>
      Promise.all([agreementKey(slot), agendaKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export interface EarlierNote {
  readonly id: string;
  readonly start: Date;
  readonly agreed: string;
}

const MAX_EARLIER = 50;

/** Returns what was agreed in the student's earlier calls that the caller may see, newest first. */
async function fetchEarlierNotes({ studentId, start }: Booking): Promise<EarlierNote[]> {
  const slots = await tables()
    .from("slots")
    .select("id, start_time")
    .eq("user_id", studentId)
    .lt("start_time", start.toISOString())
    .order("start_time", { ascending: false })
    .limit(MAX_EARLIER);
  if (slots.error) throw slots.error;
  if (slots.data.length === 0) return [];
  const ids = slots.data.map(({ id }) => id);
  const notes = await tables().from("slot_agreements").select("slot_id, agreed").in("slot_id", ids);
  if (notes.error) throw notes.error;
  const texts = new Map(notes.data.map(({ slot_id, agreed }) => [slot_id, agreed]));
  return slots.data.flatMap(({ id, start_time }) => {
    const agreed = texts.get(id);
    return agreed === undefined ? [] : [{ id, start: new Date(start_time), agreed }];
  });
}

export function useEarlierNotes(booking: Booking) {
  return useQuery({
    queryKey: ["earlier-notes", booking.id],
    queryFn: () => fetchEarlierNotes(booking),
    staleTime: 0,
  });
}
