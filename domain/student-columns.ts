import { formatDateTime } from "./kolkata-time.ts";
import { findPlan, planLabel } from "./plans.ts";
import { FILTER_CHOICES } from "./student-filter.ts";

/** A row of the list of everybody: find_students in database/rules/listed-students.sql. */
export interface ListedPerson {
  readonly id: string;
  readonly email: string;
  readonly is_confirmed: boolean;
  readonly has_profile: boolean;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string | null;
  readonly city: string | null;
  readonly joined_at: string;
  readonly last_seen_at: string | null;
  readonly plan_level: string | null;
  readonly plan_exam: string | null;
  readonly plan_name: string | null;
  readonly plan_status: string;
  readonly plan_ends_at: string | null;
  /** Null for colleagues without the right of the column, as are the next three and the marks. */
  readonly payment: string | null;
  readonly has_booked: boolean | null;
  readonly last_document_at: string | null;
  readonly has_new_documents: boolean | null;
  readonly is_email_off: boolean;
  readonly has_bad_address: boolean;
  readonly language: string;
  readonly marks: readonly { readonly id: string; readonly name: string }[] | null;
}

export interface PersonColumn {
  readonly id: string;
  readonly title: string;
  /** The database's order, for columns that can be sorted. */
  readonly sort?: string;
  readonly isShownAtFirst?: boolean;
  /** The right that it takes, if seeing students is not enough. */
  readonly right?: "administer" | "take payments";
  readonly text: (person: ListedPerson) => string;
}

const instantText = (instant: string | null) => (instant === null ? "" : formatDateTime(new Date(instant)));

/** The columns of the list on the screen and in its exports, in their order. */
export const PERSON_COLUMNS: readonly PersonColumn[] = [
  { id: "name", title: "Name", sort: "name", isShownAtFirst: true, text: nameOf },
  { id: "email", title: "Email", sort: "email", isShownAtFirst: true, text: ({ email }) => email },
  { id: "phone", title: "Phone", isShownAtFirst: true, text: ({ phone }) => phone ?? "" },
  {
    id: "plan",
    title: "Plan",
    isShownAtFirst: true,
    text: ({ plan_level, plan_exam, plan_name }) => {
      const plan = findPlan(plan_level, plan_exam, plan_name);
      return plan ? planLabel(plan) : "";
    },
  },
  { id: "status", title: "Status", isShownAtFirst: true, text: ({ plan_status }) => plan_status },
  {
    id: "planEnd",
    title: "Plan ends",
    sort: "planEnd",
    text: ({ plan_ends_at }) => instantText(plan_ends_at),
  },
  {
    id: "payment",
    title: "Payment",
    isShownAtFirst: true,
    right: "take payments",
    text: ({ payment }) =>
      payment === null || payment === "none"
        ? ""
        : (FILTER_CHOICES.payment[payment as keyof typeof FILTER_CHOICES.payment] ?? payment),
  },
  {
    id: "booked",
    title: "Booked",
    right: "administer",
    text: ({ has_booked }) => (has_booked === null ? "" : has_booked ? "Yes" : "Never"),
  },
  {
    id: "documents",
    title: "Last document",
    right: "administer",
    text: ({ last_document_at, has_new_documents }) =>
      `${instantText(last_document_at)}${has_new_documents ? ", new" : ""}`,
  },
  {
    id: "marks",
    title: "Marks",
    isShownAtFirst: true,
    right: "administer",
    text: ({ marks }) => (marks ?? []).map(({ name }) => name).join(", "),
  },
  {
    id: "joined",
    title: "Joined",
    sort: "joined",
    isShownAtFirst: true,
    text: ({ joined_at }) => instantText(joined_at),
  },
  { id: "seen", title: "Last seen", sort: "seen", text: ({ last_seen_at }) => instantText(last_seen_at) },
  {
    id: "account",
    title: "Account",
    text: ({ is_confirmed, has_profile }) => accountText(is_confirmed, has_profile),
  },
  {
    id: "emailSetting",
    title: "E-mail setting",
    text: ({ is_email_off, has_bad_address }) =>
      has_bad_address ? FILTER_CHOICES.email.bad : is_email_off ? "Off" : "On",
  },
  { id: "language", title: "Language", text: ({ language }) => (language === "kn" ? "Kannada" : "English") },
  { id: "city", title: "City", text: ({ city }) => city ?? "" },
];

export const PERSON_SORTS: readonly string[] = PERSON_COLUMNS.flatMap(({ sort }) =>
  sort === undefined ? [] : [`${sort}.asc`, `${sort}.desc`],
);
export const DEFAULT_PERSON_SORT = "joined.desc";

/** The columns with these ids, in the order of the list; those shown at first, if none is known. */
export function findPersonColumns(ids: readonly string[]): readonly PersonColumn[] {
  const found = PERSON_COLUMNS.filter(({ id }) => ids.includes(id));
  return found.length > 0 ? found : PERSON_COLUMNS.filter(({ isShownAtFirst }) => isShownAtFirst);
}

/** Without a profile, the address stands for the name. */
export function nameOf({
  first_name,
  last_name,
  email,
}: Pick<ListedPerson, "first_name" | "last_name" | "email">): string {
  return `${first_name} ${last_name}`.trim() || email;
}

function accountText(isConfirmed: boolean, hasProfile: boolean): string {
  const { complete, unconfirmed, "no profile": noProfile } = FILTER_CHOICES.account;
  return isConfirmed ? (hasProfile ? complete : noProfile) : unconfirmed;
}
