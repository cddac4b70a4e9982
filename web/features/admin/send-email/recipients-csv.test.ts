import { expect, test } from "vitest";
import type { Recipient } from "./recipients.ts";
import { recipientsCsv } from "./recipients-csv.ts";

const asha: Recipient = {
  id: "1",
  name: "Asha Gowda",
  email: "asha@example.org",
  state: "sent",
  reason: null,
  attempts: 1,
  finished_at: "2026-11-21T05:00:00Z",
  total: 1,
};

test("the file has a byte order mark, a header row, and times in Asia/Kolkata", () => {
  expect(recipientsCsv([asha])).toBe(
    '\ufeff"Name","Email","State","Reason","Attempts","Finished (IST)"\r\n' +
      '"Asha Gowda","asha@example.org","sent","","1","2026-11-21 10:30"\r\n',
  );
  expect(recipientsCsv([{ ...asha, finished_at: null, state: "queued", attempts: 0 }])).toContain(
    '"Asha Gowda","asha@example.org","queued","","0",""\r\n',
  );
  expect(recipientsCsv([{ ...asha, state: "skipped" }])).toContain('"asha@example.org","left out",');
});
