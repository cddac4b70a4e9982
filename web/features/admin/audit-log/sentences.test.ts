import { expect, test } from "vitest";
import { AUDIT_ACTIONS, type AuditAction } from "../../../../domain/audit-actions.ts";
import type { AuditLogEntry } from "./audit-log.ts";
import { ASHA, PAYMENT_CASES } from "./payment-cases.ts";
import { actionName, actorName, describeEntry } from "./sentences.ts";

const entry = (
  action: AuditLogEntry["action"],
  subject: string | null,
  details: AuditLogEntry["details"] = {},
): AuditLogEntry => ({
  id: 1,
  at: "2026-11-21T05:00:00+00:00",
  actor_email: "admin@example.org",
  action,
  subject_id: null,
  subject,
  details,
  address: null,
  total: 1,
});

const END = "2027-12-31T18:29:59+00:00";

const CASES: Record<
  AuditAction,
  [subject: string | null, details: AuditLogEntry["details"], sentence: string]
> = {
  "plan assigned": [
    ASHA,
    { plan: "UG / NEET / Medium", expires_at: END },
    "Assigned UG / NEET / Medium to Asha <Rani> Rao",
  ],
  "plan deactivated": [
    ASHA,
    { plan: "PG / CET / Basic" },
    "Deactivated PG / CET / Basic for Asha <Rani> Rao",
  ],
  "plan created": [
    "PG / CET / Basic",
    { price: 10000, expires_at: END },
    "Added the plan PG / CET / Basic: price ₹10,000, expiry Fri 31 Dec 2027, 11:59 PM",
  ],
  "plan updated": [
    "PG / CET / Basic",
    { price: { from: 10000, to: 9000.5 }, plan_name: { from: "Basic", to: "Advanced" } },
    "Changed the plan PG / CET / Basic: name from Basic to Advanced, price from ₹10,000 to ₹9,000.50",
  ],
  "plan deleted": ["PG / CET / Basic", { price: 0 }, "Deleted the plan PG / CET / Basic: price ₹0"],
  "campaign created": ["Round one", { plan: "All Plans" }, "Sent “Round one” to everybody with a plan"],
  "mail template saved": ["Round one", {}, "Saved the mail template “Round one”"],
  "mail template removed": ["Round one", {}, "Removed the mail template “Round one”"],
  "campaign approved": ["Round one", {}, "Approved “Round one”"],
  "campaign paused": ["Round one", { plan: "All Plans" }, "Paused “Round one”"],
  "campaign resumed": ["Round one", { plan: "All Plans" }, "Resumed “Round one”"],
  "campaign stopped": ["Round one", { plan: "All Plans" }, "Stopped “Round one”"],
  "campaign retried": ["Round one", { plan: "All Plans" }, "Retried the failed emails of “Round one”"],
  "test mail sent": ["me@example.org", { subject: "Hello" }, "Sent “Hello” as a test to me@example.org"],
  "mail sent": ["you@example.org", { subject: "Hello" }, "Sent “Hello” to you@example.org"],
  "mail failed": ["you@example.org", { subject: "Hello" }, "Could not send “Hello” to you@example.org"],
  "document viewed": [ASHA, { file: "1700000000001_marks.pdf" }, "Viewed marks.pdf of Asha <Rani> Rao"],
  "list published": [
    "UGCET engineering 2026, round 1",
    { edition: "144", ranks: "20665" },
    "Published the closing ranks of UGCET engineering 2026, round 1: 20665 ranks, edition 144",
  ],
  "list discarded": [
    "UGCET engineering 2026, round 1",
    { edition: "144", ranks: "20665" },
    "Discarded a preview of the closing ranks of UGCET engineering 2026, round 1, edition 144",
  ],
  "option list opened": [
    ASHA,
    { exam: "UGCET" },
    "Opened the option list of Asha <Rani> Rao for UGCET engineering",
  ],
  "options proposed": [
    ASHA,
    { exam: "UGCET", name: "Nearer home" },
    "Proposed “Nearer home” for the option list of Asha <Rani> Rao for UGCET engineering",
  ],
  "colleague invited": ["a@example.org", { role: "viewer" }, "Invited a@example.org as viewer"],
  "invitation withdrawn": [
    "a@example.org",
    { role: "viewer" },
    "Withdrew the invitation of a@example.org as viewer",
  ],
  "colleague granted": ["a@example.org", { role: "accounts" }, "Gave a@example.org the rights of accounts"],
  "colleague revoked": [
    "a@example.org",
    { role: "accounts" },
    "Revoked the rights of accounts from a@example.org",
  ],
  "admin granted": ["me@example.org", { granted_by: "operator" }, "Granted admin rights to me@example.org"],
  "admin revoked": ["me@example.org", {}, "Revoked admin rights from me@example.org"],
  "mentor granted": ["me@example.org", { granted_by: "operator" }, "Made me@example.org a mentor"],
  "mentor revoked": ["me@example.org", {}, "Revoked mentor rights from me@example.org"],
  "booking made": [
    ASHA,
    { starts_at: END, mentor: "Dr. Rao" },
    "Booked a call for Asha <Rani> Rao on Fri 31 Dec 2027, 11:59 PM with Dr. Rao",
  ],
  "booking moved": [
    ASHA,
    { starts_at: END, mentor: "Dr. Rao" },
    "Gave the booking of Asha <Rani> Rao on Fri 31 Dec 2027, 11:59 PM to Dr. Rao",
  ],
  "booking cancelled": [
    ASHA,
    { starts_at: END },
    "Cancelled the booking of Asha <Rani> Rao on Fri 31 Dec 2027, 11:59 PM",
  ],
  "deadline set": [
    ASHA,
    { deadline: END },
    "Set the deadline of Asha <Rani> Rao to Fri 31 Dec 2027, 11:59 PM",
  ],
  "deadline removed": [ASHA, {}, "Removed the deadline of Asha <Rani> Rao"],
  "call marked": [
    ASHA,
    { starts_at: END, outcome: "mentor missed", mentor: "Dr. Rao" },
    "Marked the call of Asha <Rani> Rao on Fri 31 Dec 2027, 11:59 PM: Dr. Rao did not come",
  ],
  "call mark removed": [
    ASHA,
    { starts_at: END, outcome: "missed", mentor: "Dr. Rao" },
    "Removed the mark of the call of Asha <Rani> Rao on Fri 31 Dec 2027, 11:59 PM: the student did not come",
  ],
  "mentor hours set": [
    "me@example.org",
    { from: 0, to: 37.5 },
    "Set the hours of me@example.org from 0 to 37.5 a week",
  ],
  "mentor paused": ["me@example.org", {}, "Stopped new bookings with me@example.org"],
  "mentor resumed": ["me@example.org", {}, "Allowed new bookings with me@example.org"],
  "mentor time blocked": [
    "me@example.org",
    { starts_at: END, ends_at: END },
    "Blocked time of me@example.org from Fri 31 Dec 2027, 11:59 PM to Fri 31 Dec 2027, 11:59 PM",
  ],
  "mentor time freed": [
    "me@example.org",
    { starts_at: END, ends_at: END },
    "Freed time of me@example.org from Fri 31 Dec 2027, 11:59 PM to Fri 31 Dec 2027, 11:59 PM",
  ],
  ...PAYMENT_CASES,
  "statement added": ["march.csv", {}, "Added the bank statement march.csv"],
  "statement line explained": [
    "NEFT RENT",
    { words: "rent" },
    "Explained the line “NEFT RENT” of a bank statement (rent)",
  ],
  "student corrected": [
    ASHA,
    { phone: { from: "98450 12345", to: "98450 54321" } },
    "Corrected the profile of Asha <Rani> Rao: phone from 98450 12345 to 98450 54321",
  ],
  "account mail requested": [
    "asha@example.org",
    { kind: "confirmation" },
    "Sent asha@example.org the confirmation of their sign-up again",
  ],
  "student signed out": [ASHA, { sessions: 2 }, "Logged out all devices of Asha <Rani> Rao"],
  "student exported": [ASHA, {}, "Exported everything about Asha <Rani> Rao as a file"],
  "student note removed": [
    ASHA,
    { author: "me@example.org" },
    "Removed a note of me@example.org about Asha <Rani> Rao",
  ],
  "students exported": [
    null,
    { students: 12, format: "csv", filter: { level: "ug", exam: "neet" } },
    "Exported 12 students as CSV: UG · NEET",
  ],
  "student filter saved": ["UG NEET", {}, "Saved the filter “UG NEET” of the list of students"],
  "student filter removed": ["UG NEET", {}, "Removed the filter “UG NEET” of the list of students"],
  "student mark made": ["call back", {}, "Made the mark “call back”"],
  "student mark removed": ["call back", { students: 2 }, "Removed the mark “call back” from 2 students"],
  "second step removed": ["me@example.org", {}, "Removed the second step of me@example.org"],
  "super-admin password changed": [null, {}, "Changed the super-admin password"],
  "backup made": [null, {}, "Made a backup"],
  "backup restored": [null, { made_at: END }, "Restored the backup of Fri 31 Dec 2027, 11:59 PM"],
};

test.each(AUDIT_ACTIONS)('the action "%s" has a sentence', (action) => {
  const [subject, details, sentence] = CASES[action];
  const email = subject === ASHA ? "asha@example.org" : undefined;
  expect(describeEntry(entry(action, subject, details))).toEqual({ sentence, email });
});

test("an action of a newer server has a sentence too", () => {
  expect(describeEntry(entry("payment confirmed early", "Asha")).sentence).toBe(
    "Payment confirmed early: Asha",
  );
});

test("a campaign for one plan names the plan", () => {
  expect(
    describeEntry(
      entry("campaign created", "Round one", { plan: "All Plans", send_at: "2027-05-31T09:00:00+00:00" }),
    ).sentence,
  ).toBe("Scheduled “Round one” for Mon 31 May 2027, 2:30 PM, to everybody with a plan");
  expect(describeEntry(entry("campaign created", "Round one", { plan: "UG / NEET / Medium" })).sentence).toBe(
    "Sent “Round one” to everybody with UG / NEET / Medium",
  );
});

test("a plan that was assigned by hand names its order, or why there is none", () => {
  const plan = "UG / NEET / Medium";
  expect(
    [
      { order: "MRG-4F7K-2", order_id: { from: null, to: "id" } },
      { reason: "gift", words: "first in the district" },
    ].map((details) => describeEntry(entry("plan assigned", ASHA, { plan, ...details })).sentence),
  ).toEqual([
    "Assigned UG / NEET / Medium to Asha <Rani> Rao (MRG-4F7K-2)",
    "Assigned UG / NEET / Medium to Asha <Rani> Rao (gift: first in the district)",
  ]);
});

test("a user plan changed with the secret key lists the changes", () => {
  const details = { plan: "UG / NEET / Medium", expires_at: { from: "2026-12-31T18:29:59+00:00", to: END } };
  expect(describeEntry(entry("plan assigned", ASHA, details)).sentence).toBe(
    "Assigned UG / NEET / Medium to Asha <Rani> Rao: expiry from Thu 31 Dec 2026, 11:59 PM to Fri 31 Dec 2027, 11:59 PM",
  );
});

test("a user plan moved to another student, level and exam lists all three", () => {
  const details = {
    plan: "PG / NEET / Basic",
    plan_level: { from: "ug", to: "pg" },
    plan_exam: { from: "cet", to: "neet" },
    user_id: { from: "a", to: "b" },
  };
  expect(describeEntry(entry("plan assigned", ASHA, details)).sentence).toBe(
    "Assigned PG / NEET / Basic to Asha <Rani> Rao: level from ug to pg, exam from cet to neet, student from a to b",
  );
});

test("a name may contain a line break", () => {
  const { sentence, email } = describeEntry(
    entry("plan deactivated", "Asha\nRao <asha@example.org>", { plan: "X" }),
  );
  expect([sentence, email]).toEqual(["Deactivated X for Asha\nRao", "asha@example.org"]);
});

test("a campaign that pauses automatically gives the reason", () => {
  const paused = { ...entry("campaign paused", "Round one"), actor_email: "Maarga" };
  expect(describeEntry(paused).sentence).toBe("Paused “Round one” because too many emails failed");
});

test("an actor without an account has a name", () => {
  expect(["operator", "secret key", "Maarga", "a@b.c"].map(actorName)).toEqual([
    "The operator",
    "The secret key",
    "Maarga",
    "a@b.c",
  ]);
  expect(actionName("super-admin password changed")).toBe("Super-admin password changed");
});
