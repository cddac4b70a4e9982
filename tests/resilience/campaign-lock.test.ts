import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import {
  type CampaignWorld,
  createCampaignWorld,
  type SenderOptions,
  startSender,
  studentEmail,
} from "../world/campaign-world.ts";
import { startServer } from "../world/server.ts";
import { type SmtpBehaviour, startSmtp, type TestSmtp } from "../world/smtp.ts";

const PATIENCE = { timeout: 100_000, interval: 20 };
const IN_FLIGHT = 5;
const STUDENTS = 500;

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

const HOLDS_LOCK = `exists (
  select from pg_locks where locktype = 'advisory' and granted and pg_locks.pid = pg_stat_activity.pid)`;
/** Of those who take turns at sending. */
const sessions = (condition: string) =>
  season.database.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'maarga-campaigns' and ${condition}`,
  );
const holders = () => sessions(HOLDS_LOCK);
const waiting = () => sessions(`query ~ 'pg_try_advisory_lock' and state = 'idle' and not ${HOLDS_LOCK}`);

test("a server that loses its lock sends no more, and writes down what it had begun; another goes on", async () => {
  const smtp = await mailServer((_to, attempt) => (attempt === 1 ? "hold" : "take"));
  await sender(smtp.url, { name: "first" });
  const campaign = await season.campaign(IN_FLIGHT);
  await smtp.held(IN_FLIGHT);
  await sender(smtp.url, { name: "second" });
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), PATIENCE);
  expect(smtp.deliveries).toEqual([]);
  const [holder] = await holders();
  await season.database.query("select pg_terminate_backend($1)", [holder?.pid]);
  // The second sends the five again, while the first still waits for the answers to its own.
  await smtp.taken(IN_FLIGHT);
  expect(smtp.deliveries.map(({ from }) => from)).toEqual(Array(IN_FLIGHT).fill("second@example.com"));
  smtp.release();
  await becomes(campaign, "done");
  await smtp.taken(2 * IN_FLIGHT);
  for (const { email, id, state } of await season.recipients(campaign)) {
    expect(state).toBe("sent");
    const ids = (await smtp.taken(2, email)).map(({ mail }) => mail.messageId);
    expect(ids).toEqual([`<${id}@example.com>`, `<${id}@example.com>`]);
  }
});

test("an error that is not the mail server's is logged, and tells admins nothing of the program", async () => {
  const smtp = await mailServer();
  const renderCampaignMail = () => (undefined as unknown as { read(): never }).read();
  const { lines, stop } = await sender(smtp.url, { renderCampaignMail });
  const campaign = await season.campaign(1);
  const reason = "an unexpected error in Maarga";
  await vi.waitFor(
    async () => expect(await season.recipients(campaign)).toMatchObject([{ state: "queued", reason }]),
    PATIENCE,
  );
  await stop();
  expect(lines.join("")).toMatch(/TypeError.*a mail could not be created/);
});

test("a clean stop lets what is being handed over come to its end", async () => {
  const smtp = await mailServer(() => "hold");
  const running = await sender(smtp.url);
  const campaign = await season.campaign(20);
  await smtp.held(IN_FLIGHT);
  const stopped = running.stop();
  // Nobody else sends while this one still has something in hand.
  for (let look = 0; look < 20; look++) expect(await holders()).toHaveLength(1);
  smtp.release();
  await stopped;
  expect(await countsOf(campaign)).toEqual({ sent: IN_FLIGHT, queued: 20 - IN_FLIGHT });
  expect(smtp.deliveries).toHaveLength(IN_FLIGHT);
});

test("a whole server without a mail server writes the mails, attachments too, into its outbox", async () => {
  const campaign = await season.campaign(3);
  await season.database.query(
    `insert into private.campaign_attachments (campaign_id, position, filename, content_type, content)
     values ($1, 1, 'seats.pdf', 'application/pdf', $2)`,
    [campaign, Buffer.from("%PDF-1.7 seats")],
  );
  const server = await startServer({
    databaseUrl: season.database.url,
    env: { ROLE: "worker", MAIL_RATE: "200", FILES_URL: pathToFileURL(season.filesFolder).href },
  });
  onTestFinished(() => server.stop());
  await becomes(campaign, "done");
  await logsOf("success", 3);

  const files = await readdir(server.outboxFolder);
  const mails = await Promise.all(
    files.map(async (file) => PostalMime.parse(await readFile(path.join(server.outboxFolder, file)))),
  );
  expect(mails.map((mail) => mail.to?.[0]?.address).sort()).toEqual([0, 1, 2].map(studentEmail));
  for (const mail of mails) {
    const url = /https?:\/\/\S+\/unsubscribe\/v1\?token=\S+/.exec(mail.text ?? "")?.[0];
    expect(url).toBeDefined();
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: "list-unsubscribe", value: `<${url}>` }),
    );
    expect(mail.subject).toBe("Round one");
    expect(mail.text).toContain("Choose by Friday.");
    expect(mail.attachments).toMatchObject([{ filename: "seats.pdf", mimeType: "application/pdf" }]);
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe("%PDF-1.7 seats");
  }
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain('maarga_campaign_mails{state="queued"} 0');
});
