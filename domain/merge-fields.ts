import { formatInstant } from "./kolkata-time.ts";
import { findPlan, planLabel } from "./plans.ts";

/** The values of a recipient, as private.merge_values in database/rules/campaigns.sql returns them. */
export interface MergeValues {
  readonly first_name?: string | null;
  readonly plan_level?: string | null;
  readonly plan_exam?: string | null;
  readonly plan_name?: string | null;
  readonly plan_ends_at?: string | null;
  readonly next_call?: string | null;
}

interface MergeField {
  /** As a mail names it: {{first name}}. */
  readonly name: string;
  /** Stands for what is not known, unless the mail has its own: {{first name|friend}}. */
  readonly fallback: string;
  readonly read: (values: MergeValues) => string | null | undefined;
}

const planOf = ({ plan_level, plan_exam, plan_name }: MergeValues) =>
  findPlan(plan_level, plan_exam, plan_name);
const instantText = (instant: string | null | undefined) => instant && formatInstant(new Date(instant));

export const MERGE_FIELDS: readonly MergeField[] = [
  { name: "first name", fallback: "student", read: ({ first_name }) => first_name },
  {
    name: "plan",
    fallback: "your plan",
    read: (values) => {
      const plan = planOf(values);
      return plan && planLabel(plan);
    },
  },
  { name: "plan's end", fallback: "its last day", read: ({ plan_ends_at }) => instantText(plan_ends_at) },
  { name: "next call", fallback: "your next call", read: ({ next_call }) => instantText(next_call) },
  {
    name: "exam",
    fallback: "your exam",
    read: (values) => {
      const plan = planOf(values);
      return plan && `${plan.level.toUpperCase()} ${plan.exam.toUpperCase()}`;
    },
  },
];

/** A field is on one line. One that does not end is found too, so that it is never mailed. */
const FIELD = /\{\{([^{}|\n]{0,100})(?:\|([^{}\n]{0,200}))?(\}\})?/g;

function findField(name: string): MergeField | undefined {
  // Phones type a curly apostrophe.
  const wanted = name.trim().toLowerCase().replace("’", "'");
  return MERGE_FIELDS.find((field) => field.name === wanted);
}

/** The field as the menu types it, with its fallback. */
export function mergeFieldText({ name, fallback }: MergeField): string {
  return `{{${name}|${fallback}}}`;
}

export function hasMergeFields(text: string): boolean {
  return text.includes("{{");
}

/** Returns the fields of a text that do not exist or do not end. A mail with one is not sent. */
export function findUnknownMergeFields(text: string): string[] {
  const unknown = [...text.matchAll(FIELD)].filter(([, name = "", , end]) => !end || !findField(name));
  return [...new Set(unknown.map(([field]) => field))];
}

/** Fills the fields in. In HTML, `encode` keeps a student's name from becoming markup. */
export function fillMergeFields(
  text: string,
  values: MergeValues,
  encode: (value: string) => string = (value) => value,
): string {
  if (!hasMergeFields(text)) return text;
  return text.replaceAll(FIELD, (whole: string, name: string, fallback?: string) => {
    const field = findField(name);
    if (!field) return whole;
    const value = field.read(values)?.replace(/\s+/g, " ").trim();
    // The fallback is the admin's own text, like the rest of the mail.
    return value ? encode(value) : (fallback?.trim() ?? field.fallback);
  });
}
