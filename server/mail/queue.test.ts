import { expect, test } from "vitest";
import type { Query } from "../postgres/database.ts";
import type { AccountMail } from "./account-mail.ts";
import { ACCOUNT_TEXTS } from "./account-texts.ts";
import { MailError, type Mailer, type Message } from "./message.ts";
import { createAccountMail, createSendMailTask, SEND_MAIL } from "./queue.ts";

const query: Query = async () => ({ rows: [], rowCount: 0 });
const ASKED = { to: "asha@example.com", link: "https://example.com/verify?token=abc", code: "012345" };

interface QueuedMail {
  readonly message: Message;
  readonly sendBefore: string;
}

async function queued(kind: keyof AccountMail, asked: { to: string; link?: string; code: string } = ASKED) {
  const jobs: { query: Query; task: string; payload: QueuedMail }[] = [];
  const mail = createAccountMail({
    addJob: async (given, task, payload) => {
      jobs.push({ query: given, task, payload: payload as QueuedMail });
    },
  });
  await mail[kind](query, asked);
  expect(jobs).toHaveLength(1);
  return jobs[0] as (typeof jobs)[number];
}

function mailerThat(send: (message: Message) => Promise<void>): Mailer & { sent: Message[] } {
  const sent: Message[] = [];
  return {
    sent,
    concurrency: 1,
    async send(message) {
      await send(message);
      sent.push(message);
    },
    async close() {},
  };
}

const KINDS = Object.keys(ACCOUNT_TEXTS) as (keyof AccountMail)[];

test.each(KINDS)(
  "%s says what it is for, how long it holds, and what to do if it was not you",
  async (kind) => {
    const { payload } = await queued(kind);
    const { to, text, html } = payload.message;
    expect(to).toBe("asha@example.com");
    for (const part of [text, html]) {
      expect(part).toContain("012345");
      expect(part).toMatch(/work(s)? once, for (one hour|24 hours)\./);
      expect(part).toContain("If you did not ask for this, do nothing");
    }
    expect(text.includes(ASKED.link)).toBe(kind !== "reauthenticate");
  },
);

test("the job is written with the query that is handed in", async () => {
  const job = await queued("resetPassword");
  expect(job.query).toBe(query);
  expect(job.task).toBe(SEND_MAIL);
});

test("without a link there is no button, only the code", async () => {
  const { payload } = await queued("signInLink", { to: ASKED.to, code: ASKED.code });
  expect(payload.message.text).toContain("Your code: 012345");
  expect(payload.message.text).toContain("The code works once");
  expect(payload.message.html).not.toContain("If the button does nothing");
});

test("a queued mail survives the database as it is, and is sent with its id", async () => {
  const { payload } = await queued("confirmSignUp");
  const mailer = mailerThat(async () => undefined);
  expect(await createSendMailTask(mailer)(JSON.parse(JSON.stringify(payload)))).toBeUndefined();
  expect(mailer.sent).toEqual([payload.message]);
});

test("a refusal for good ends the job, and says why without an address", async () => {
  const { payload } = await queued("confirmSignUp");
  const refusal = new MailError("the mail server refused the message with 550 5.1.1", { permanent: true });
  const task = createSendMailTask(mailerThat(() => Promise.reject(refusal)));
  expect(await task(payload)).toEqual({
    permanentFailure: "the mail server refused the message with 550 5.1.1",
  });
});

test.each([
  ["a refusal for now", new MailError("come again", { permanent: false })],
  ["a fault", new TypeError("oops")],
])("%s is left to the next try", async (_what, error) => {
  const { payload } = await queued("confirmSignUp");
  const task = createSendMailTask(mailerThat(() => Promise.reject(error)));
  await expect(task(payload)).rejects.toBe(error);
});

test("a link that no longer works is not sent", async () => {
  const { payload } = await queued("resetPassword");
  const mailer = mailerThat(async () => undefined);
  const late = { ...payload, sendBefore: new Date(Date.now() - 1).toISOString() };
  expect(await createSendMailTask(mailer)(late)).toEqual({
    permanentFailure: expect.stringContaining("too late"),
  });
  expect(mailer.sent).toEqual([]);
});

test.each([null, {}, { message: { to: "asha@example.com" } }, []])(
  "the job %j is given up",
  async (payload) => {
    const mailer = mailerThat(async () => undefined);
    expect(await createSendMailTask(mailer)(payload)).toEqual({
      permanentFailure: "the job does not hold a mail",
    });
  },
);
