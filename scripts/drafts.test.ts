import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const features = path.join(import.meta.dirname, "../web/features");
const forms = readdirSync(features, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => ({ file, text: readFileSync(path.join(features, file), "utf8") }))
  .filter(({ text }) => isForm(text));

/** Select fields of pages are filters, so those without a form or a dialog do not count. */
function isForm(text: string): boolean {
  return (
    /<(form|FormDialog|TextField|TextArea)\b/.test(text) ||
    (/<Dialog\b/.test(text) && /<SelectField\b/.test(text))
  );
}

const keepsDraft = (text: string) =>
  /\b(useDraft|useKeptState|useFormDraft|useStepForm)\b|<DraftNote\b/.test(text);

/** The forms that keep nothing on the device, by reason. */
const WITHOUT_DRAFT: Readonly<Record<string, readonly string[]>> = {
  "asks for a password or a code, which are never kept": [
    "admin/send-email/password-dialog.tsx",
    "admin/students/export-menu.tsx",
    "admin/team/remove-dialog.tsx",
    "auth/code-form.tsx",
    "auth/passkeys/confirm-identity.tsx",
    "auth/reset-password-page.tsx",
    "auth/two-step/app-code-field.tsx",
    "auth/two-step/enter-code.tsx",
    "auth/two-step/turn-on.tsx",
    "auth/two-step/turned-on.tsx",
  ],
  "is used before anybody is signed in: the next person at the phone would read the address": [
    "auth/email-field.tsx",
    "auth/email-form.tsx",
    "auth/login-form.tsx",
    "auth/register-form.tsx",
  ],
  "has a button and no field": ["auth/link-sent.tsx", "auth/passkeys/passkey-form.tsx"],
  "is about a file, which is never kept": [
    "admin/cutoff-lists/choose-list.tsx",
    "admin/statements/choose-columns.tsx",
  ],
  "searches or filters, and sends nothing": [
    "admin/payment-report/payment-report-page.tsx",
    "admin/payments/payments-page.tsx",
    "admin/security-events/security-events-page.tsx",
    "admin/student/notes-section.tsx",
    "admin/students/filter-panel.tsx",
    "agenda/agenda-toolbar.tsx",
    "agenda/season/season-page.tsx",
    "guides/text-search.tsx",
    "options/versions/compare-dialog.tsx",
  ],
  "is one choice among what is free at this moment": [
    "agenda/move-dialog.tsx",
    "availability/absences/booked-calls-dialog.tsx",
  ],
  "is one number, filled in already": ["options/entries/option-dialog.tsx"],
  "is a part of a form that keeps a draft": ["admin/assign-plan/payment-choice.tsx", "slots/topic-field.tsx"],
  "keeps its draft in a script of its own, contact-form-script.ts": ["contact/contact-form.tsx"],
};

test("every form keeps what is typed on the device until it is sent, or says why not", () => {
  const without = forms.filter(({ text }) => !keepsDraft(text)).map(({ file }) => file);
  expect(without.toSorted()).toEqual(Object.values(WITHOUT_DRAFT).flat().toSorted());
});
