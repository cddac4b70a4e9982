import { expect, test } from "vitest";
import { MailError, type Message } from "./message.ts";
import { recordMails } from "./record-mails.ts";

const message: Message = {
  id: "0c000000-0000-4000-8000-000000000001",
  to: "asha@example.com",
  subject: "Choose a new password",
  text: "https://example.com/verify?token=secret",
  html: "<p>secret</p>",
};

async function send(failure?: Error, query: () => Promise<void> = async () => undefined) {
  const recorded: unknown[] = [];
  const record = async (_text: string, values: unknown[]) => {
    recorded.push(values);
    await query();
    return { rows: [], rowCount: 0 };
  };
  const mailer = { send: () => (failure ? Promise.reject(failure) : Promise.resolve()) };
  const warnings: string[] = [];
  const log = { warn: (_: unknown, text: string) => void warnings.push(text) };
  const result = await recordMails("account", {
    mailer,
    database: { query: record as never },
    log: log as never,
  })
    .send(message)
    .catch((error: Error) => error);
  return { recorded, result, warnings };
}

const row = (state: string, reason: string | null) => [
  [message.id, message.to, "account", message.subject, state, reason],
];

test("a mail is recorded with its state, without its text", async () => {
  expect(await send()).toMatchObject({ recorded: row("sent", null), result: undefined, warnings: [] });
  const [refused, down] = [true, false].map((permanent) => new MailError("no such user", { permanent }));
  expect(await send(refused)).toMatchObject({ recorded: row("failed", "no such user"), result: refused });
  expect(await send(down)).toMatchObject({ recorded: row("waiting", "no such user"), result: down });
});

test("a mail that was sent is not sent again because the database is gone, which the log says", async () => {
  const { result, warnings } = await send(undefined, () => Promise.reject(new Error("no database")));
  expect(result).toBeUndefined();
  expect(warnings).toEqual(["the state of a mail could not be recorded"]);
});
