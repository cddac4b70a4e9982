import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { openLink } from "../world/auth-calls.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { readMails } from "../world/mailbox.ts";
import { killServer, outputOf, type RunningServer, startServer } from "../world/server.ts";
import { startSmtp, type TestSmtp } from "../world/smtp.ts";

const POLLING = { timeout: 100_000, interval: 50 };

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});

afterAll(() => database.drop());

async function queueMail(...addresses: string[]): Promise<void> {
  for (const to of addresses) {
    const message = {
      id: randomUUID(),
      to,
      subject: "Round one",
      text: "See https://example.com/round-one?for=you\n",
      html: "<p>See it</p>",
    };
    await database.query("select graphile_worker.add_job('send-mail', $1::json, max_attempts => 12)", [
      JSON.stringify({ message }),
    ]);
  }
}

const queue = () =>
  database.query<{ attempts: number; max_attempts: number; locked_by: string | null }>(
    "select attempts, max_attempts, locked_by from graphile_worker.jobs where task_identifier = 'send-mail'",
  );
const untilQueueIs = (rows: object[]) => vi.waitFor(async () => expect(await queue()).toEqual(rows), POLLING);

describe("with a mail server", () => {
  const students = Array.from({ length: 60 }, (_, number) => `student${number}@example.com`);
  /** The addresses whose mails the mail server holds back. */
  let heldBack = new Set<string>();
  let smtp: TestSmtp;
  let server: RunningServer;
  let dataFolder: string;
  const start = () =>
    startServer({
      databaseUrl: database.url,
      dataFolder,
      env: { MAIL_FROM: "Maarga <no-reply@example.com>", SMTP_URL: smtp.url },
    });

  beforeAll(async () => {
    // Kept from one start to the next, because the keys in it are part of each Message-ID.
    dataFolder = await mkdtemp(path.join(tmpdir(), "maarga-mail-"));
    smtp = await startSmtp((to, attempt) => {
      if (heldBack.has(to)) return "hold";
      if (to === "nobody@example.com") return "unknown recipient";
      if (attempt > 1) return "take";
      return to === "asha@example.com" ? "later" : to === "ravi@example.com" ? "hang up" : "take";
    });
    server = await start();
  });

  afterAll(async () => {
    await server?.stop();
    await smtp.stop();
    await rm(dataFolder, { recursive: true });
  });

  test("a mail that is refused temporarily, or whose connection drops, is delivered once on a later try", async () => {
    await queueMail("asha@example.com", "ravi@example.com");
    await smtp.taken(1, "asha@example.com");
    await smtp.taken(1, "ravi@example.com");
    await untilQueueIs([]);
    expect(smtp.tries("asha@example.com")).toBe(2);
    for (const address of ["asha@example.com", "ravi@example.com"])
      expect(await smtp.taken(1, address)).toHaveLength(1);
    expect(outputOf(server)).toContain("451 4.7.1");
    expect(outputOf(server)).not.toContain("asha@example.com");
  });

  test("a mail that is refused permanently is not tried again, and delays no other", async () => {
    await queueMail("nobody@example.com", "kiran@example.com");
    await smtp.taken(1, "kiran@example.com");
    await untilQueueIs([{ attempts: 1, max_attempts: 1, locked_by: null }]);
    expect(smtp.tries("nobody@example.com")).toBe(1);
    expect(outputOf(server)).toContain("550 5.1.1");
    expect(outputOf(server)).not.toContain("nobody@example.com");
    await database.query("delete from graphile_worker._private_jobs");
  });

  test("a student signs up, and the mailed link confirms the account", async () => {
    const signUp = await fetch(`${server.url}/auth/v1/signup`, {
      method: "POST",
      headers: { apikey: server.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: "divya@example.com", password: "a-good-password" }),
    });
    expect(signUp.status).toBe(200);
    const [delivery] = await smtp.taken(1, "divya@example.com");
    expect(delivery?.mail.subject).toBe("Confirm your email address");
    const link = /https?:\/\/\S+/.exec(delivery?.mail.text ?? "")?.[0] ?? "";
    expect((await openLink(new URL(link))).fragment.access_token).toBeDefined();
  });

  test("a server that is killed while it sends loses no mail", async () => {
    const before = smtp.deliveries.length;
    heldBack = new Set(students.slice(30));
    await queueMail(...students);
    // All connections of the server are now in the middle of a mail.
    await smtp.held(5);
    await killServer(server);
    heldBack.clear();
    smtp.release();
    expect((await queue()).length).toBeGreaterThanOrEqual(30);

    server = await start();
    await untilQueueIs([]);
    const deliveries = smtp.deliveries.slice(before);
    const idsOf = new Map<string, Set<string | undefined>>();
    for (const { to, mail } of deliveries) idsOf.set(to, (idsOf.get(to) ?? new Set()).add(mail.messageId));
    expect([...idsOf.keys()].sort()).toEqual([...students].sort());
    // A mail in progress may arrive twice. Its Message-ID lets a mail program recognize the copy.
    for (const ids of idsOf.values()) expect(ids.size).toBe(1);
    expect(deliveries.length).toBeLessThanOrEqual(students.length + 10);
  });

  test("a server that is stopped finishes the mail that it is sending", async () => {
    heldBack = new Set(["meena@example.com"]);
    await queueMail("meena@example.com");
    await smtp.held(6);
    const exited = once(server.process, "exit");
    server.process.kill("SIGTERM");
    smtp.release();
    await exited;
    expect(await smtp.taken(1, "meena@example.com")).toHaveLength(1);
    expect(await queue()).toEqual([]);
  });
});

test("without a mail server the mail is a file, and its link is in the log", async () => {
  const server = await startServer({ databaseUrl: database.url });
  onTestFinished(() => server.stop());
  await queueMail("asha@example.com");
  await untilQueueIs([]);
  expect(await readMails(server)).toMatchObject([{ to: [{ address: "asha@example.com" }] }]);
  expect(outputOf(server)).toContain("https://example.com/round-one?for=you");
  expect(outputOf(server)).toContain("No SMTP_URL is set");
});
