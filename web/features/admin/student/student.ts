import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Database } from "../../../backend/database.ts";
import { tables } from "../../../backend/tables.ts";
import type { OrderState } from "../../../queries/list-orders.ts";
import { type ListedStudent, studentKey, studentsKey } from "../../../queries/list-students.ts";

type Tables = Database["public"]["Tables"];

/** An event, by its source: see student_timeline in database/rules/student-timeline.sql. */
export interface TimelineEvent {
  readonly at: string;
  readonly source: string;
  readonly kind: string;
  readonly actor: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The result of open_student (database/rules/open-student.sql). */
export interface OpenedStudent {
  readonly account: {
    readonly id: string;
    readonly email: string;
    readonly is_confirmed: boolean;
    readonly new_email: string | null;
    readonly created_at: string;
    readonly banned_until: string | null;
    readonly last_seen_at: string | null;
    readonly is_admin: boolean;
    readonly is_mentor: boolean;
    /** Only admins see these three. */
    readonly sessions?: number;
    readonly has_two_step?: boolean;
    readonly deadline?: string | null;
    /** Mails to the address come back: since when, and the last status and words of a mail server. */
    readonly bad_address: { readonly since: string; readonly status: string; readonly words: string } | null;
  };
  readonly profile: Tables["profiles"]["Row"] | null;
  readonly plans: readonly HeldPlan[];
  readonly orders: readonly HeldOrder[];
  readonly receipts: readonly Pick<
    Tables["receipts"]["Row"],
    "id" | "number" | "amount_paise" | "issued_at" | "cancelled_at"
  >[];
  readonly calls: readonly Call[];
  readonly option_lists: readonly {
    readonly exam: string;
    readonly options: number;
    readonly changed_at: string;
  }[];
  readonly marks: readonly { readonly id: string; readonly name: string }[];
  readonly notes: readonly Note[];
  readonly mails: readonly Mail[];
}

/** The part of a student that colleagues who are not admins see: orders and receipts only if they take payments. */
export type SeenStudent = Pick<OpenedStudent, "account" | "profile" | "plans"> & Partial<OpenedStudent>;

/** A student without a profile has only an address. */
export function nameOfStudent({ account, profile }: SeenStudent): string {
  return profile ? `${profile.first_name} ${profile.last_name}` : account.email;
}

/** Only admins get the notes, and with them everything else. */
export function isWhole(seen: SeenStudent): seen is OpenedStudent {
  return seen.notes !== undefined;
}

export interface HeldPlan {
  readonly id: string;
  readonly level: string;
  readonly exam: string;
  readonly name: string;
  readonly assigned_at: string;
  readonly expires_at: string;
  readonly is_current: boolean;
  readonly reason: string | null;
  readonly order_number: string | null;
}

export interface HeldOrder {
  readonly id: string;
  readonly number: string;
  readonly plan_level: string;
  readonly plan_exam: string;
  readonly plan_name: string;
  readonly amount_paise: number;
  readonly state: OrderState;
  readonly made_at: string;
}

export interface Call {
  readonly id: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly topic: string | null;
  readonly mentor_name: string | null;
  readonly outcome: "held" | "late" | "missed" | "mentor missed" | null;
  readonly agreed: string | null;
}

export type Note = Omit<Tables["student_notes"]["Row"], "student_id">;

export interface Mail {
  readonly kind: "campaign" | "order" | "call" | "account";
  readonly about: string;
  readonly email: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly at: string;
}

/** The event as a sentence, with more about it and who did it. */
export interface Described {
  readonly text: string;
  readonly more?: string | undefined;
  readonly by?: string | undefined;
}

const EVENTS_PER_PAGE = 50;

async function openStudent(student: string): Promise<SeenStudent> {
  const { data, error } = await tables().rpc("open_student", { student });
  if (error) throw error;
  return data as unknown as SeenStudent;
}

export function useStudent(id: string) {
  return useQuery({
    queryKey: [...studentKey, id],
    queryFn: () => openStudent(id),
    enabled: id !== "",
    staleTime: 0,
  });
}

async function listEvents(student: string, before: string | null): Promise<TimelineEvent[]> {
  const { data, error } = await tables().rpc("student_timeline", {
    student,
    ...(before && { before }),
    max_events: EVENTS_PER_PAGE,
  });
  if (error) throw error;
  return data as TimelineEvent[];
}

/** The newest events first; each further page starts before the last one. */
export function useTimeline(id: string) {
  return useInfiniteQuery({
    queryKey: [...studentKey, id, "timeline"],
    queryFn: ({ pageParam }) => listEvents(id, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < EVENTS_PER_PAGE ? undefined : page.at(-1)?.at),
    staleTime: 0,
  });
}

type ActionName =
  | "add_student_note"
  | "remove_student_note"
  | "correct_student"
  | "end_student_sessions"
  | "export_student"
  | "book_for_student"
  | "move_for_student";
type ActionArgs<Name extends ActionName> = Database["public"]["Functions"][Name]["Args"];

/**
 * Calls a function of database/rules/student-actions.sql, student-bookings.sql or student-notes.sql, and reloads the page's
 * data. Sent again after its answer was lost, it is the same request, which takes effect once.
 */
export function useStudentAction<Name extends ActionName>(name: Name) {
  const client = useQueryClient();
  const sent = useRef({ text: "", key: "" });
  return useMutation({
    mutationFn: async (args: ActionArgs<Name>): Promise<unknown> => {
      const text = JSON.stringify(args);
      if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() };
      const call = tables().rpc(name, args as never);
      // An export is larger than the answers that are kept.
      if (name !== "export_student") call.setHeader("Idempotency-Key", sent.current.key);
      const { data, error } = await call;
      if (error) throw error;
      sent.current.text = "";
      return data;
    },
    onSettled: () => {
      for (const queryKey of [studentKey, studentsKey]) void client.invalidateQueries({ queryKey });
    },
  });
}

/** The student as the dialogs of Assign Plan take them; undefined without a profile, which a plan needs. */
export function asListed({ account, profile, plans }: OpenedStudent): ListedStudent | undefined {
  if (!profile) return undefined;
  const [latest] = plans;
  return {
    id: account.id,
    email: profile.email ?? account.email,
    first_name: profile.first_name,
    last_name: profile.last_name,
    phone: profile.phone,
    created_at: profile.created_at,
    plan_level: latest?.level ?? null,
    plan_exam: latest?.exam ?? null,
    plan_name: latest?.name ?? null,
    plan_status: latest ? (latest.is_current ? "Active" : "Inactive") : "None",
    assigned_at: latest?.assigned_at ?? null,
    expires_at: latest?.expires_at ?? null,
    total: 1,
    total_is_exact: true,
  } as ListedStudent;
}
