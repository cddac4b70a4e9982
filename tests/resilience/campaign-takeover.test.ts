import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import {
  type CampaignWorld,
  CONCURRENCY,
  createCampaignWorld,
  POLLING,
  startMailServer,
  studentEmail,
} from "../world/campaign-world.ts";
import { readMails } from "../world/mailbox.ts";
import { startServer } from "../world/server.ts";

let world: CampaignWorld;
beforeAll(async () => {
  world = await createCampaignWorld(60);
});
afterAll(() => world.drop());
// The sender of the next test would otherwise continue these campaigns.
afterEach(() => world.clear());

const HOLDS_LOCK = `exists (
  select from pg_locks where locktype = 'advisory' and granted and pg_locks.pid = pg_stat_activity.pid)`;
/** Returns the database sessions of the senders. */
const sessions = (condition: string) =>
  world.database.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'maarga-campaigns' and ${condition}`,
  );
const holders = () => sessions(HOLDS_LOCK);
const waiting = () => sessions(`query ~ 'pg_try_advisory_lock' and state = 'idle' and not ${HOLDS_LOCK}`);

test("a server that loses its lock records the mails in progress and starts no other; another server continues", async () => {
  const smtp = await startMailServer((_to, attempt) => (attempt === 1 ? "hold" : "take"));
  await world.startSender(smtp.url, { name: "first" });
  const campaign = await world.campaign(CONCURRENCY);
  await smtp.held(CONCURRENCY);
  await world.startSender(smtp.url, { name: "second" });
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), POLLING);
  expect(smtp.deliveries).toEqual([]);
  const [holder] = await holders();
  await world.database.query("select pg_terminate_backend($1)", [holder?.pid]);
  // The second server sends the five mails again, while the first still waits for the replies to its own.
  await smtp.taken(CONCURRENCY);
  expect(smtp.deliveries.map(({ from }) => from)).toEqual(Array(CONCURRENCY).fill("second@example.com"));
  smtp.release();
  await world.untilState(campaign, "done");
  await smtp.taken(2 * CONCURRENCY);
  for (const { email, id, state } of await world.recipients(campaign)) {
    expect(state).toBe("sent");
    const ids = (await smtp.taken(2, email)).map(({ mail }) => mail.messageId);
    expect(ids).toEqual([`<${id}@example.com>`, `<${id}@example.com>`]);
  }
});

test("an unexpected error is logged, and admins see no detail of it", async () => {
  const smtp = await startMailServer();
  const renderCampaignMail = () => (undefined as unknown as { read(): never }).read();
  const { lines, stop } = await world.startSender(smtp.url, { renderCampaignMail });
  const campaign = await world.campaign(1);
  const reason = "an unexpected error in Maarga";
  await vi.waitFor(
    async () => expect(await world.recipients(campaign)).toMatchObject([{ state: "queued", reason }]),
    POLLING,
  );
  await stop();
  expect(lines.join("")).toMatch(/TypeError.*a mail could not be created/);
});

test("a sender that is stopped finishes the mails in progress", async () => {
  const smtp = await startMailServer(() => "hold");
  const running = await world.startSender(smtp.url);
  const campaign = await world.campaign(20);
  await smtp.held(CONCURRENCY);
  const stopped = running.stop();
  // The lock is held until the mails in progress are finished.
  for (let check = 0; check < 20; check++) expect(await holders()).toHaveLength(1);
  smtp.release();
  await stopped;
  expect(await world.counts(campaign)).toEqual({ sent: CONCURRENCY, queued: 20 - CONCURRENCY });
  expect(smtp.deliveries).toHaveLength(CONCURRENCY);
});

test("a server without a mail server writes the mails with their attachments to its outbox", async () => {
  const campaign = await world.campaign(3);
  await world.database.query(
    `insert into private.campaign_attachments (campaign_id, position, filename, content_type, content)
     values ($1, 1, 'seats.pdf', 'application/pdf', $2)`,
    [campaign, Buffer.from("%PDF-1.7 seats")],
  );
  const server = await startServer({
    databaseUrl: world.database.url,
    env: { ROLE: "worker", MAIL_RATE: "200", FILES_URL: pathToFileURL(world.filesFolder).href },
  });
  onTestFinished(() => server.stop());
  await world.untilState(campaign, "done");
  await world.untilLogged("success", 3);

  const mails = await readMails(server);
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
