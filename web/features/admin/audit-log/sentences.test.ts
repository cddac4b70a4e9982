import { expect, test } from "vitest";
import type { Entry } from "./audit-log.ts";
import { ACTIONS, actionName, actorName, wordsOf } from "./sentences.ts";

const entry = (action: Entry["action"], subject: string | null, details: Entry["details"] = {}): Entry => ({
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

const ASHA = "Asha <Rani> Rao <asha@example.org>";
const END = "2027-12-31T18:29:59+00:00";

const CASES: Record<Entry["action"], [subject: string | null, details: Entry["details"], sentence: string]> =
  {
    "plan assigned": [
      ASHA,
      { plan: "Medium (UG NEET)", expires_at: END },
      "Assigned Medium (UG NEET) to Asha <Rani> Rao",
    ],
    "plan deactivated": [ASHA, { plan: "Basic (PG CET)" }, "Deactivated Basic (PG CET) of Asha <Rani> Rao"],
    "plan created": [
      "Basic (PG CET)",
      { price: 10000, expires_at: END },
      "Added the plan Basic (PG CET): price ₹10,000, expiry Fri 31 Dec 2027, 11:59 PM",
    ],
    "plan updated": [
      "Basic (PG CET)",
      { price: { from: 10000, to: 9000.5 }, plan_name: { from: "Basic", to: "Advanced" } },
      "Changed the plan Basic (PG CET): name from Basic to Advanced, price from ₹10,000 to ₹9,000.50",
    ],
    "plan deleted": ["Basic (PG CET)", { price: 0 }, "Deleted the plan Basic (PG CET): price ₹0"],
    "campaign created": ["Round one", { plan: "All Plans" }, "Sent “Round one” to everybody with a plan"],
    "campaign paused": ["Round one", { plan: "All Plans" }, "Paused “Round one”"],
    "campaign resumed": ["Round one", { plan: "All Plans" }, "Went on with “Round one”"],
    "campaign stopped": ["Round one", { plan: "All Plans" }, "Stopped “Round one”"],
    "campaign retried": ["Round one", { plan: "All Plans" }, "Tried the failed mails of “Round one” again"],
    "test mail sent": ["me@example.org", { subject: "Hello" }, "Sent “Hello” as a test to me@example.org"],
    "mail sent": ["you@example.org", { subject: "Hello" }, "Sent “Hello” to you@example.org"],
    "mail failed": ["you@example.org", { subject: "Hello" }, "Could not send “Hello” to you@example.org"],
    "document viewed": [ASHA, { file: "1700000000001_marks.pdf" }, "Viewed marks.pdf of Asha <Rani> Rao"],
    "admin granted": ["me@example.org", { granted_by: "operator" }, "Made me@example.org an admin"],
    "admin revoked": ["me@example.org", {}, "Took the rights of an admin from me@example.org"],
    "super-admin password changed": [null, {}, "Changed the super-admin password"],
    "backup restored": [null, { made_at: END }, "Brought back the backup of Fri 31 Dec 2027, 11:59 PM"],
  };

test.each(ACTIONS)("%s is said in plain words", (action) => {
  const [subject, details, sentence] = CASES[action];
  const email = subject === ASHA ? "asha@example.org" : undefined;
  expect(wordsOf(entry(action, subject, details))).toEqual({ sentence, email });
});

test("a mail to the holders of one plan says which", () => {
  expect(wordsOf(entry("campaign created", "Round one", { plan: "Medium (UG NEET)" })).sentence).toBe(
    "Sent “Round one” to everybody with Medium (UG NEET)",
  );
});

test("a student's plan that was changed with the secret key says how", () => {
  const details = { plan: "Medium (UG NEET)", expires_at: { from: "2026-12-31T18:29:59+00:00", to: END } };
  expect(wordsOf(entry("plan assigned", ASHA, details)).sentence).toBe(
    "Assigned Medium (UG NEET) to Asha <Rani> Rao: expiry from Thu 31 Dec 2026, 11:59 PM to Fri 31 Dec 2027, 11:59 PM",
  );
});

test("a plan that was moved to another student, level and exam says so", () => {
  const details = {
    plan: "Basic (PG NEET)",
    plan_level: { from: "ug", to: "pg" },
    plan_exam: { from: "cet", to: "neet" },
    user_id: { from: "a", to: "b" },
  };
  expect(wordsOf(entry("plan assigned", ASHA, details)).sentence).toBe(
    "Assigned Basic (PG NEET) to Asha <Rani> Rao: level from ug to pg, exam from cet to neet, student from a to b",
  );
});

test("a name of two lines is still one name", () => {
  const { sentence, email } = wordsOf(
    entry("plan deactivated", "Asha\nRao <asha@example.org>", { plan: "X" }),
  );
  expect([sentence, email]).toEqual(["Deactivated X of Asha\nRao", "asha@example.org"]);
});

test("a campaign that pauses by itself says why", () => {
  const paused = { ...entry("campaign paused", "Round one"), actor_email: "Maarga" };
  expect(wordsOf(paused).sentence).toBe("Paused “Round one”, because too many mails failed");
});

test("who is no account has a name too", () => {
  expect(["operator", "secret key", "Maarga", "a@b.c"].map(actorName)).toEqual([
    "The operator",
    "The secret key",
    "Maarga",
    "a@b.c",
  ]);
  expect(actionName("super-admin password changed")).toBe("Super-admin password changed");
});
