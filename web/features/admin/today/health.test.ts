import { expect, test } from "vitest";
import { findProblems } from "./health.ts";
import type { Health } from "./today.ts";

const NOW = new Date("2027-05-31T10:00:00+05:30");
const WELL: Health = {
  backed_up_at: "2027-05-30T10:00:00+05:30",
  worked_at: "2027-05-31T09:45:00+05:30",
  disks: [{ host: "one", free_bytes: 10e9, total_bytes: 100e9 }],
  jobs_failed: 0,
  jobs_late: 0,
};

test("nothing is said while all is well", () => {
  expect(findProblems(WELL, NOW)).toEqual([]);
});

test.each<[Partial<Health>, string]>([
  [{ backed_up_at: null }, "There is no backup yet."],
  [{ backed_up_at: "2027-05-30T09:59:59+05:30" }, "The last backup is of Sun 30 May 2027, 9:59 AM."],
  [{ worked_at: null }, "No worker has reported yet: mails and reminders may not be sent."],
  [
    { worked_at: "2027-05-31T09:44:59+05:30" },
    "No worker has reported since Mon 31 May 2027, 9:44 AM: mails and reminders may not be sent.",
  ],
  [
    { disks: [{ host: "one", free_bytes: 9.9e9, total_bytes: 100e9 }] },
    "The disk of one has 9.9 GB free of 100 GB.",
  ],
  [{ jobs_failed: 1 }, "1 job has failed for good. The server's log says why."],
  [{ jobs_failed: 2 }, "2 jobs have failed for good. The server's log says why."],
  [{ jobs_late: 3 }, "3 jobs wait for more than ten minutes."],
])("%j: %s", (change, sentence) => {
  expect(findProblems({ ...WELL, ...change }, NOW)).toEqual([sentence]);
});
