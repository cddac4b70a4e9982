import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import {
  type CampaignWorld,
  createCampaignWorld,
  type SenderOptions,
  startSender,
  studentEmail,
} from "../world/campaign-world.ts";
import { freePort } from "../world/server.ts";
import { type SmtpBehaviour, startSmtp, type TestSmtp } from "../world/smtp.ts";
import { queryAt } from "../world/sql.ts";

const PATIENCE = { timeout: 100_000, interval: 20 };
const IN_FLIGHT = 5;
const STUDENTS = 5_000;
const KILLS = 10;
const MAILS_BETWEEN = 400;

let season: CampaignWorld;
beforeAll(async () => {
  season = await createCampaignWorld(STUDENTS);
});
afterAll(() => season.drop());
// Else the next test's sender would find them.
afterEach(() => season.clear());

async function mailServer(
  decide?: (to: string, attempt: number) => SmtpBehaviour,
  port?: number,
): Promise<TestSmtp> {
  const smtp = await startSmtp(decide, port);
  onTestFinished(() => smtp.stop());
  return smtp;
}

async function sender(
  smtpUrl: string,
  options: Partial<Pick<SenderOptions, "name" | "ratePerSecond" | "renderCampaignMail">> = {},
) {
  const lines: string[] = [];
  const { serviceUrl, filesFolder } = season;
  const onLine = (line: string) => void lines.push(line);
  const running = await startSender({ serviceUrl, filesFolder, smtpUrl, name: "maarga", onLine, ...options });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= running.stop());
  onTestFinished(stop);
  return { lines, stop };
}

const becomes = (campaign: string, state: string) =>
  vi.waitFor(async () => expect(await season.stateOf(campaign)).toBe(state), PATIENCE);
const logsOf = (kind: "success" | "failures", count: number) =>
  vi.waitFor(async () => {
    const entries = await season.logged(kind);
    expect(entries).toHaveLength(count);
    return entries;
  }, PATIENCE);
const countsOf = async (campaign: string) => {
  const counts: Record<string, number> = {};
  for (const { state } of await season.recipients(campaign)) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
};
const countsBecome = (campaign: string, counts: Record<string, number>) =>
  vi.waitFor(async () => expect(await countsOf(campaign)).toEqual(counts), PATIENCE);
/** As an admin does it; with the secret key, which may do the same. */
const ask = (
  what: "pause_campaign" | "resume_campaign" | "stop_campaign" | "retry_failed",
  campaign: string,
) => season.database.query(`set role service_role; select public.${what}('${campaign}')`);

function killableSender(smtp: TestSmtp, name: string): ChildProcess {
  const script = path.join(import.meta.dirname, "../world/campaign-worker.ts");
  const child = spawn(
    process.execPath,
    ["--import", "tsx", script, season.serviceUrl, smtp.url, season.filesFolder, name],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

const numberOf = (to: string) => Number(/\d+/.exec(to)?.[0]);

/** Every way in which a mail server is difficult, by the student's number. */
function difficult(to: string, attempt: number): SmtpBehaviour {
  const number = numberOf(to);
  if (isRefusedForGood(number)) return number % 100 === 3 ? "unknown recipient" : "unwanted text";
  if (number % 500 === 42) return "later";
  if (attempt > 1) return "take";
  if (number % 20 === 7) return "later";
  if (number % 100 === 11) return "hang up";
  return number % 100 === 19 ? "slow" : "take";
}

const isRefusedForGood = (number: number) => number % 50 === 3;
const isRefused = (number: number) => isRefusedForGood(number) || number % 500 === 42;

test("5,000 students and a difficult mail server, the sending server killed ten times: everybody has one result, and it is true", async () => {
  const smtp = await mailServer(difficult);
  const alive = new Map<string, ChildProcess>();
  const start = (name: string) => alive.set(`${name}@example.com`, killableSender(smtp, name));
  start("worker0");
  start("worker1");
  const campaign = await season.campaign(STUDENTS);

  const senders = () => new Set(smtp.deliveries.map(({ from }) => from));
  for (let kill = 1; kill <= KILLS; kill++) {
    await smtp.taken(smtp.deliveries.length + 1 + Math.floor(Math.random() * MAILS_BETWEEN));
    const [from, victim] = await vi.waitFor(() => {
      const sending = [...alive].filter(([name]) => senders().has(name));
      expect(sending).toHaveLength(1); // of the two that are there
      return sending[0] as [string, ChildProcess];
    }, PATIENCE);
    const gone = once(victim, "exit");
    victim.kill("SIGKILL");
    await gone;
    alive.delete(from);
    start(`worker${kill + 1}`);
  }
  await becomes(campaign, "done");

  const recipients = await season.recipients(campaign);
  expect(recipients).toHaveLength(STUDENTS);
  expect(recipients.filter(({ state }, number) => state !== (isRefused(number) ? "failed" : "sent"))).toEqual(
    [],
  );

  for (const [number, { state, attempts }] of recipients.entries())
    if (state === "failed") expect(attempts).toBe(isRefusedForGood(number) ? 1 : 5);

  // The mail server's own books.
  const taken = new Map<string, string[]>();
  for (const { to, mail } of smtp.deliveries)
    taken.set(to, [...(taken.get(to) ?? []), mail.messageId as string]);
  const sent = recipients.filter(({ state }) => state === "sent");
  expect(new Set(taken.keys())).toEqual(new Set(sent.map(({ email }) => email)));
  for (const { email, id } of sent)
    expect(new Set(taken.get(email))).toEqual(new Set([`<${id}@example.com>`]));
  expect(smtp.deliveries.length - sent.length).toBeLessThanOrEqual(IN_FLIGHT * KILLS);
  expect(senders().size).toBe(KILLS + 1);

  const successes = await logsOf("success", sent.length);
  expect(successes.map(({ email }) => email).sort()).toEqual(sent.map(({ email }) => email).sort());
  for (const { subject, timestamp, delete_after = "" } of successes) {
    expect(subject).toBe("Round one");
    expect(Date.parse(delete_after) - Date.parse(timestamp)).toBe(24 * 3_600_000);
  }
  const failures = await logsOf("failures", STUDENTS - sent.length);
  expect(failures).toContainEqual({
    email: studentEmail(3),
    subject: "Round one",
    error: "the mail server refused the message with 550 5.1.1 at RCPT TO",
    timestamp: expect.any(String),
  });
});

test("pause and stop hold from their answer on: only what was being handed over still goes out", async () => {
  let holding = true;
  const smtp = await mailServer(() => (holding ? "hold" : "take"));
  await sender(smtp.url);
  const [first, other] = [await season.campaign(40), await season.campaign(1)];

  await smtp.held(IN_FLIGHT);
  await ask("pause_campaign", first);
  holding = false;
  smtp.release();
  // It comes after the first: that it went out says that the sender looked, and left the first alone.
  await becomes(other, "done");
  await countsBecome(first, { sent: IN_FLIGHT, queued: 40 - IN_FLIGHT });
  expect(smtp.deliveries).toHaveLength(IN_FLIGHT + 1);

  holding = true;
  await ask("resume_campaign", first);
  await smtp.held(2 * IN_FLIGHT);
  await ask("stop_campaign", first);
  holding = false;
  smtp.release();
  await becomes(await season.campaign(1), "done");
  await countsBecome(first, { sent: 2 * IN_FLIGHT, skipped: 40 - 2 * IN_FLIGHT });
  expect(smtp.deliveries).toHaveLength(2 * IN_FLIGHT + 2);
  await logsOf("success", 2 * IN_FLIGHT + 2);
});

test("a mail that is put off is tried five times, each time after a longer wait", async () => {
  const tries: number[] = [];
  const smtp = await mailServer(() => {
    tries.push(performance.now());
    return "later";
  });
  await sender(smtp.url);
  const campaign = await season.campaign(1);
  await becomes(campaign, "done");
  expect(await season.recipients(campaign)).toMatchObject([{ state: "failed", attempts: 5 }]);
  expect(tries).toHaveLength(5);
  // A wait of 20 ms that became four times as long three times over, give or take a quarter.
  expect(Number(tries[4]) - Number(tries[3])).toBeGreaterThan(900);
});

test("no more mails go out in a second than are allowed", async () => {
  const taken: number[] = [];
  const smtp = await mailServer(() => {
    taken.push(performance.now());
    return "take";
  });
  await sender(smtp.url, { ratePerSecond: 20 });
  await becomes(await season.campaign(40), "done");
  expect(taken).toHaveLength(40);
  expect(Number(taken.at(-1)) - Number(taken[0])).toBeGreaterThan(1_700);
});

test("each campaign goes out in its own words", async () => {
  const [first, other] = [await season.campaign(2), await season.campaign(2)];
  await season.database.query(
    "update campaigns set subject = 'Round two', body = 'Too late.' where id = $1",
    [other],
  );
  const smtp = await mailServer();
  await sender(smtp.url);
  await becomes(first, "done");
  await becomes(other, "done");
  const mails = smtp.deliveries.map(({ mail }) => [mail.messageId, mail.subject, mail.text?.trim()]);
  for (const [campaign, subject, text] of [
    [first, "Round one", "Choose by Friday."],
    [other, "Round two", "Too late."],
  ] as const)
    for (const { id } of await season.recipients(campaign))
      expect(mails).toContainEqual([`<${id}@example.com>`, subject, text]);
});

test("a campaign of which too much fails pauses by itself; an admin who goes on is not stopped for the same failures", async () => {
  const smtp = await mailServer((to) => (numberOf(to) < 25 ? "unknown recipient" : "take"));
  const { lines } = await sender(smtp.url);
  const campaign = await season.campaign(60);
  await becomes(campaign, "paused by failures");
  expect(lines.join()).toContain("too many mails failed");
  await vi.waitFor(async () => expect(await countsOf(campaign)).not.toHaveProperty("sending"), PATIENCE);
  const { failed = 0, sent = 0, queued = 0 } = await countsOf(campaign);
  expect(failed).toBeGreaterThanOrEqual(20);
  expect(failed + sent).toBeLessThan(20 + IN_FLIGHT);
  expect(queued).toBe(60 - failed - sent);

  await ask("resume_campaign", campaign);
  await becomes(campaign, "done");
  expect(await countsOf(campaign)).toEqual({ failed: 25, sent: 35 });
});

test("failures that are tried again are logged anew, and nothing is logged twice", async () => {
  let away = true;
  const smtp = await mailServer((to) => (away && numberOf(to) < 2 ? "unknown recipient" : "take"));
  await sender(smtp.url);
  const campaign = await season.campaign(12);
  await becomes(campaign, "done");
  await logsOf("success", 10);
  await logsOf("failures", 2);

  away = false;
  await ask("retry_failed", campaign);
  await becomes(campaign, "done");
  const successes = await logsOf("success", 12);
  expect(new Set(successes.map(({ email }) => email)).size).toBe(12);
  await logsOf("failures", 2);
});

test("while the mail server is away the campaign waits: nobody is lost, and nobody's tries are used up", async () => {
  const port = await freePort();
  const { lines } = await sender(`smtp://127.0.0.1:${port}`);
  const waits = (): { time: number; milliseconds: number }[] =>
    lines
      .filter((line) => line.includes("campaigns wait for the mail server"))
      .map((line) => JSON.parse(line));
  const campaign = await season.campaign(30);
  const asSecretKey = `${season.database.url}&options=-c%20role%3Dservice_role`;
  const waitsForServer = (waits: boolean) =>
    vi.waitFor(async () => {
      const list = await queryAt(asSecretKey, "select waits_for_server from list_campaigns(campaign => $1)", [
        campaign,
      ]);
      expect(list).toEqual([{ waits_for_server: waits }]);
    }, PATIENCE);
  // With pauses that grow this is about as often as a recipient would be tried.
  await vi.waitFor(() => expect(waits().length).toBeGreaterThanOrEqual(6), PATIENCE);
  const begun = waits().slice(0, 6);
  expect(begun.map(({ milliseconds }) => milliseconds)).toEqual([20, 40, 80, 160, 200, 200]);
  // None begins before the one before it is over, however many mails met the same trouble.
  for (const [index, { time, milliseconds }] of begun.slice(0, -1).entries())
    expect(Number(begun[index + 1]?.time) - time).toBeGreaterThan(milliseconds - 5);
  await waitsForServer(true);
  await mailServer(() => "take", port);
  await becomes(campaign, "done");
  await waitsForServer(false);
  expect((await season.recipients(campaign)).map(({ state, attempts }) => ({ state, attempts }))).toEqual(
    Array.from({ length: 30 }, () => ({ state: "sent", attempts: 1 })),
  );
  expect(lines.join()).toContain("the mail server is available again");
});
