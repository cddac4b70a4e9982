import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { outputOf, type RunningServer, startServer } from "../world/server.ts";
import { type SmtpBehaviour, startSmtp, type TestSmtp } from "../world/smtp.ts";

const PATIENCE = { timeout: 100_000, interval: 50 };
// Whole servers are started in these tests, and machines that run tests are often busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});

afterAll(() => database.drop());

const settings = (smtp?: TestSmtp) => ({
  MAIL_FROM: "Maarga <no-reply@example.com>",
  ...(smtp && { SMTP_URL: smtp.url }),
});

async function mailServer(decide?: (to: string, attempt: number) => SmtpBehaviour): Promise<TestSmtp> {
  const smtp = await startSmtp(decide);
  onTestFinished(() => smtp.stop());
  return smtp;
}

async function server(smtp?: TestSmtp): Promise<RunningServer> {
  const running = await startServer({
    databaseUrl: database.url,
    env: settings(smtp),
  });
  onTestFinished(() => running.stop());
  return running;
}

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
const untilQueueIs = (rows: object[]) =>
  vi.waitFor(async () => expect(await queue()).toEqual(rows), PATIENCE);

describe("with one mail server", () => {
  let smtp: TestSmtp;
  let running: RunningServer;

  beforeAll(async () => {
    smtp = await startSmtp((to, attempt) => {
      if (to === "nobody@example.com") return "unknown recipient";
      if (attempt > 1) return "take";
      return to === "asha@example.com" ? "later" : to === "ravi@example.com" ? "hang up" : "take";
    });
    running = await startServer({ databaseUrl: database.url, env: settings(smtp) });
  });

  afterAll(async () => {
    await running.stop();
    await smtp.stop();
  });

  test("a mail that is turned away for now is delivered later, once", async () => {
    await queueMail("asha@example.com");
    await smtp.taken(1, "asha@example.com");
    await untilQueueIs([]);
    expect(smtp.tries("asha@example.com")).toBe(2);
    expect(await smtp.taken(1, "asha@example.com")).toHaveLength(1);
    expect(outputOf(running)).toContain("451 4.7.1");
    expect(outputOf(running)).not.toContain("asha@example.com");
  });

  test("a mail during which the connection drops is sent again", async () => {
    await queueMail("ravi@example.com");
    expect(await smtp.taken(1, "ravi@example.com")).toHaveLength(1);
    await untilQueueIs([]);
  });

  test("a mail that is refused for good is not tried again, and holds up no other", async () => {
    await queueMail("nobody@example.com", "kiran@example.com");
    await smtp.taken(1, "kiran@example.com");
    await untilQueueIs([{ attempts: 1, max_attempts: 1, locked_by: null }]);
    expect(smtp.tries("nobody@example.com")).toBe(1);
    expect(outputOf(running)).toContain("550 5.1.1");
    expect(outputOf(running)).not.toContain("nobody@example.com");
    await database.query("delete from graphile_worker._private_jobs");
  });

  test("a student signs up, and the mailed link opens the account", async () => {
    const signUp = await fetch(`${running.url}/auth/v1/signup`, {
      method: "POST",
      headers: { apikey: running.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: "divya@example.com", password: "a-good-password" }),
    });
    expect(signUp.status).toBe(200);
    const [delivery] = await smtp.taken(1, "divya@example.com");
    expect(delivery?.mail.subject).toBe("Confirm your email address");
    const link = /https?:\/\/\S+/.exec(delivery?.mail.text ?? "")?.[0] ?? "";
    const opened = await fetch(link, { redirect: "manual" });
    expect(opened.status).toBe(303);
    expect(opened.headers.get("location")).toContain("access_token=");
  });
});

test("a clean stop finishes the mail that is being sent", async () => {
  const smtp = await mailServer(() => "hold");
  const running = await server(smtp);
  await queueMail("meena@example.com");
  await smtp.held(1);
  running.process.kill("SIGTERM");
  smtp.release();
  await once(running.process, "exit");
  expect(smtp.deliveries.map((delivery) => delivery.to)).toEqual(["meena@example.com"]);
  expect(await queue()).toEqual([]);
});

test("a server killed while it sends loses no mail", async () => {
  const students = Array.from({ length: 60 }, (_, number) => `student${number}@example.com`);
  let holding = true;
  const smtp = await mailServer((to) => (holding && students.indexOf(to) >= 30 ? "hold" : "take"));
  await queueMail(...students);
  const killed = await server(smtp);
  // All its connections are in the middle of a mail now.
  await smtp.held(5);
  killed.process.kill("SIGKILL");
  await once(killed.process, "exit");
  holding = false;
  smtp.release();
  expect((await queue()).length).toBeGreaterThanOrEqual(30);

  await server(smtp);
  await untilQueueIs([]);
  const idsOf = new Map<string, Set<string | undefined>>();
  for (const { to, mail } of smtp.deliveries) {
    idsOf.set(to, (idsOf.get(to) ?? new Set()).add(mail.messageId));
  }
  expect([...idsOf.keys()].sort()).toEqual([...students].sort());
  // What was in flight may come twice; by its Message-ID a mail program knows it for the same mail.
  for (const ids of idsOf.values()) expect(ids.size).toBe(1);
  expect(smtp.deliveries.length).toBeLessThanOrEqual(students.length + 10);
});

test("without a mail server the mail is a file, and its link is on the console", async () => {
  const running = await server();
  await queueMail("asha@example.com");
  await untilQueueIs([]);
  const files = await readdir(running.outboxFolder);
  expect(files).toHaveLength(1);
  const mail = await PostalMime.parse(await readFile(path.join(running.outboxFolder, files[0] as string)));
  expect(mail.to?.[0]?.address).toBe("asha@example.com");
  expect(outputOf(running)).toContain("https://example.com/round-one?for=you");
  expect(outputOf(running)).toContain("No SMTP_URL is set");
});
