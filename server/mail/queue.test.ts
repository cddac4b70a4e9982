import { expect, onTestFinished, test, vi } from "vitest";
import type { Query } from "../postgres/database.ts";
import { ACCOUNT_TEXTS, type AccountMailKind } from "./account-texts.ts";
import { MailError, type Mailer, type Message } from "./message.ts";
import { createAccountMail, createSendMailTask, SEND_MAIL } from "./queue.ts";

const query: Query = async () => ({ rows: [], rowCount: 0 });
const REQUEST = { to: "asha@example.com", link: "https://example.com/verify?token=abc", code: "012345" };

interface QueuedMail {
  readonly message: Message;
  readonly sendBefore: string;
}

async function queueMail(
  kind: AccountMailKind,
  request: { to: string; link?: string; code: string } = REQUEST,
) {
  const jobs: { query: Query; task: string; payload: QueuedMail; options: unknown }[] = [];
  const mail = createAccountMail({
    addJob: async (jobQuery, task, payload, options) => {
      jobs.push({ query: jobQuery, task, payload: payload as QueuedMail, options });
    },
  });
  await mail[kind](query, request);
  expect(jobs).toHaveLength(1);
  return jobs[0] as (typeof jobs)[number];
}

function createTestMailer(send: (message: Message) => Promise<void>): Mailer & { sent: Message[] } {
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

const KINDS = Object.keys(ACCOUNT_TEXTS) as AccountMailKind[];

test.each(KINDS)(
  "the mail %s says how long its link and code work, and what to do if nobody requested it",
  async (kind) => {
    const { payload } = await queueMail(kind);
    const { to, text, html } = payload.message;
    expect(to).toBe("asha@example.com");
    for (const part of [text, html]) {
      expect(part).toContain("012345");
      expect(part).toMatch(/work(s)? once, for (10 minutes|one hour|24 hours)\./);
      expect(part).toContain("If you did not ask for this, do nothing");
    }
    expect(text.includes(REQUEST.link)).toBe(kind !== "reauthenticate");
  },
);

test("the job is written with the given query, and is tried for sixteen hours", async () => {
  const job = await queueMail("resetPassword");
  expect(job.query).toBe(query);
  expect(job.task).toBe(SEND_MAIL);
  expect(job.options).toEqual({ maxAttempts: 12 });
});

test("a mail without a link shows only the code", async () => {
  const { payload } = await queueMail("signInLink", { to: REQUEST.to, code: REQUEST.code });
  expect(payload.message.text).toContain("Your code: 012345");
  expect(payload.message.text).toContain("The code works once");
  expect(payload.message.html).not.toContain("If the button does nothing");
});

test("a queued mail is sent unchanged, with its id", async () => {
  const { payload } = await queueMail("confirmSignUp");
  const mailer = createTestMailer(async () => undefined);
  expect(await createSendMailTask(mailer)(JSON.parse(JSON.stringify(payload)))).toBeUndefined();
  expect(mailer.sent).toEqual([payload.message]);
});

test("a permanent refusal ends the job, with a reason that holds no address", async () => {
  const { payload } = await queueMail("confirmSignUp");
  const refusal = new MailError("the mail server refused the message with 550 5.1.1", { permanent: true });
  const task = createSendMailTask(createTestMailer(() => Promise.reject(refusal)));
  expect(await task(payload)).toEqual({
    permanentFailure: "the mail server refused the message with 550 5.1.1",
  });
});

test.each([
  ["a temporary refusal", new MailError("come again", { permanent: false })],
  ["a fault", new TypeError("oops")],
])("%s is left to the next attempt", async (_case, error) => {
  const { payload } = await queueMail("confirmSignUp");
  const task = createSendMailTask(createTestMailer(() => Promise.reject(error)));
  await expect(task(payload)).rejects.toBe(error);
});

test("a mail whose link has expired is not sent", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { payload } = await queueMail("resetPassword");
  const mailer = createTestMailer(async () => undefined);
  vi.setSystemTime(Date.now() + ACCOUNT_TEXTS.resetPassword.validMinutes * 60_000 + 1);
  expect(await createSendMailTask(mailer)(payload)).toEqual({
    permanentFailure: expect.stringContaining("too late"),
  });
  expect(mailer.sent).toEqual([]);
});

test.each([null, {}, { message: { to: "asha@example.com" } }, []])(
  "the invalid job %j is not retried",
  async (payload) => {
    const mailer = createTestMailer(async () => undefined);
    expect(await createSendMailTask(mailer)(payload)).toEqual({
      permanentFailure: "the job holds no valid mail",
    });
  },
);
