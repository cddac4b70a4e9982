import { dayAfter, dayOf } from "../../../../domain/kolkata-time.ts";
import type { StudentFilter } from "../../../../domain/student-filter.ts";
import type { SectionName, WaitingItem } from "./today.ts";

const listOf = (filter: StudentFilter) => `/students?filter=${encodeURIComponent(JSON.stringify(filter))}`;

export interface SectionPlace {
  readonly name: SectionName;
  readonly title: string;
  /** The page that has all of it. */
  readonly to: string;
  /** Another page, which has the rest of it. */
  readonly also?: { readonly to: string; readonly text: string };
}

/** The sections of the page in their order. */
export function findSections(now: Date): readonly SectionPlace[] {
  return [
    { name: "payments", title: "Payments to confirm", to: "/payments" },
    { name: "calls", title: "Calls today", to: "/agenda" },
    { name: "documents", title: "Documents to look at", to: listOf({ documents: "unviewed" }) },
    {
      name: "unmarked",
      title: "Calls without a note",
      // The agenda from the day on that the section begins with (calls_without_note in database/rules/today.sql).
      to: `/agenda?view=list&day=${dayAfter(dayOf(now), -14)}`,
    },
    { name: "ending", title: "Plans that end within a week", to: listOf({ endsWithinDays: 7 }) },
    {
      name: "failed",
      title: "Mails that failed",
      to: "/send-notifications",
      also: { to: listOf({ email: "bad" }), text: "All with a bad address" },
    },
    { name: "doubtful", title: "Payment mails that may be missing", to: "/payments" },
    { name: "paused", title: "Campaigns that are paused", to: "/send-notifications" },
    { name: "unconfirmed", title: "Sign-ups never confirmed", to: listOf({ account: "unconfirmed" }) },
  ];
}

const pageOf = (student: string) => `/students/student?id=${student}`;

/** The page where an item is done; none for a sign-up, which has no page. */
export function linkTo(name: SectionName, { id, student_id, order_id, at }: WaitingItem): string | undefined {
  switch (name) {
    case "payments":
      return `/payments?order=${id}`;
    case "doubtful":
      return `/payments?order=${order_id}`;
    case "calls":
    case "unmarked":
      return `/agenda?day=${dayOf(new Date(at))}`;
    case "failed":
      // A campaign with mails that failed, or a student with a bad address.
      return student_id ? pageOf(student_id) : `/send-notifications?campaign=${id}`;
    case "paused":
      return `/send-notifications?campaign=${id}`;
    case "documents":
    case "ending":
      return student_id ? pageOf(student_id) : undefined;
    case "unconfirmed":
      return undefined;
  }
}
