import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  type CampaignWorld,
  CONCURRENCY,
  createCampaignWorld,
  POLLING,
  startMailServer,
} from "../world/campaign-world.ts";
import { freePort } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

let world: CampaignWorld;
beforeAll(async () => {
  world = await createCampaignWorld(60);
});
afterAll(() => world.drop());
// The sender of the next test would otherwise continue these campaigns.
afterEach(() => world.clear());

const numberOf = (to: string) => Number(/\d+/.exec(to)?.[0]);

test("once an admin has paused or stopped a campaign, only the mails in progress are still sent", async () => {
  let holding = true;
  const smtp = await startMailServer(() => (holding ? "hold" : "take"));
  await world.startSender(smtp.url);
  const [first, other] = [await world.campaign(40), await world.campaign(1)];

  await smtp.held(CONCURRENCY);
  await world.act("pause_campaign", first);
  holding = false;
  smtp.release();
  // The other campaign is due later, so once it is sent, the sender has skipped the first one.
  await world.untilState(other, "done");
  await world.untilCounts(first, { sent: CONCURRENCY, queued: 40 - CONCURRENCY });
  expect(smtp.deliveries).toHaveLength(CONCURRENCY + 1);

  holding = true;
  await world.act("resume_campaign", first);
  await smtp.held(2 * CONCURRENCY);
  await world.act("stop_campaign", first);
  holding = false;
  smtp.release();
  await world.untilState(await world.campaign(1), "done");
  await world.untilCounts(first, { sent: 2 * CONCURRENCY, skipped: 40 - 2 * CONCURRENCY });
  expect(smtp.deliveries).toHaveLength(2 * CONCURRENCY + 2);
  await world.untilLogged("success", 2 * CONCURRENCY + 2);
});

test("a mail that is refused temporarily is tried five times, each time after a longer wait", async () => {
  const tries: number[] = [];
  const smtp = await startMailServer(() => {
    tries.push(performance.now());
    return "later";
  });
  await world.startSender(smtp.url);
  const campaign = await world.campaign(1);
  await world.untilState(campaign, "done");
  expect(await world.recipients(campaign)).toMatchObject([{ state: "failed", attempts: 5 }]);
  expect(tries).toHaveLength(5);
  // The first wait is 20 ms, each further one four times as long, all with a jitter of a quarter.
  expect(Number(tries[4]) - Number(tries[3])).toBeGreaterThan(900);
});

test("no more mails are sent in a second than the setting allows", async () => {
  const taken: number[] = [];
  const smtp = await startMailServer(() => {
    taken.push(performance.now());
    return "take";
  });
  // Not from the first mail on, which a busy machine may deliver late.
  const startedAt = performance.now();
  await world.startSender(smtp.url, { ratePerSecond: 20 });
  await world.untilState(await world.campaign(40), "done");
  expect(taken).toHaveLength(40);
  expect(Number(taken.at(-1)) - startedAt).toBeGreaterThan(1_900);
});

test("each campaign is sent with its own subject and body", async () => {
  const [first, other] = [await world.campaign(2), await world.campaign(2)];
  await world.database.query("update campaigns set subject = 'Round two', body = 'Too late.' where id = $1", [
    other,
  ]);
  const smtp = await startMailServer();
  await world.startSender(smtp.url);
  await world.untilState(first, "done");
  await world.untilState(other, "done");
  const mails = smtp.deliveries.map(({ mail }) => [mail.messageId, mail.subject, mail.text?.trim()]);
  for (const [campaign, subject, text] of [
    [first, "Round one", "Choose by Friday."],
    [other, "Round two", "Too late."],
  ] as const)
    for (const { id } of await world.recipients(campaign))
      expect(mails).toContainEqual([`<${id}@example.com>`, subject, text]);
});

test("a campaign with too many failures is paused; once an admin resumes it, the same failures do not pause it again", async () => {
  const smtp = await startMailServer((to) => (numberOf(to) < 25 ? "unknown recipient" : "take"));
  const { lines } = await world.startSender(smtp.url);
  const campaign = await world.campaign(60);
  await world.untilState(campaign, "paused by failures");
  expect(lines.join()).toContain("too many mails failed");
  await vi.waitFor(async () => expect(await world.counts(campaign)).not.toHaveProperty("sending"), POLLING);
  const { failed = 0, sent = 0, queued = 0 } = await world.counts(campaign);
  expect(failed).toBeGreaterThanOrEqual(20);
  expect(failed + sent).toBeLessThan(20 + CONCURRENCY);
  expect(queued).toBe(60 - failed - sent);

  await world.act("resume_campaign", campaign);
  await world.untilState(campaign, "done");
  expect(await world.counts(campaign)).toEqual({ failed: 25, sent: 35 });
});

test("mails that are retried after a failure are logged as sent, and nothing is logged twice", async () => {
  let refusing = true;
  const smtp = await startMailServer((to) => (refusing && numberOf(to) < 2 ? "unknown recipient" : "take"));
  await world.startSender(smtp.url);
  const campaign = await world.campaign(12);
  await world.untilState(campaign, "done");
  await world.untilLogged("success", 10);
  await world.untilLogged("failures", 2);

  refusing = false;
  await world.act("retry_failed", campaign);
  await world.untilState(campaign, "done");
  const successes = await world.untilLogged("success", 12);
  expect(new Set(successes.map(({ email }) => email)).size).toBe(12);
  await world.untilLogged("failures", 2);
});

test("while the mail server is unreachable the campaign waits, loses no recipient and uses up no tries", async () => {
  const port = await freePort();
  const { lines } = await world.startSender(`smtp://127.0.0.1:${port}`);
  const waits = (): { time: number; milliseconds: number }[] =>
    lines
      .filter((line) => line.includes("campaigns wait for the mail server"))
      .map((line) => JSON.parse(line));
  const campaign = await world.campaign(30);
  const asSecretKey = `${world.database.url}&options=-c%20role%3Dservice_role`;
  const waitsForServer = (waits: boolean) =>
    vi.waitFor(async () => {
      const list = await queryAt(asSecretKey, "select waits_for_server from list_campaigns(campaign => $1)", [
        campaign,
      ]);
      expect(list).toEqual([{ waits_for_server: waits }]);
    }, POLLING);
  // The server is tried more often than a single recipient may be.
  await vi.waitFor(() => expect(waits().length).toBeGreaterThanOrEqual(6), POLLING);
  const begun = waits().slice(0, 6);
  expect(begun.map(({ milliseconds }) => milliseconds)).toEqual([20, 40, 80, 160, 200, 200]);
  // No wait begins before the previous one is over, however many mails have failed.
  for (const [index, { time, milliseconds }] of begun.slice(0, -1).entries())
    expect(Number(begun[index + 1]?.time) - time).toBeGreaterThan(milliseconds - 5);
  await waitsForServer(true);
  await startMailServer(() => "take", port);
  await world.untilState(campaign, "done");
  await waitsForServer(false);
  expect((await world.recipients(campaign)).map(({ state, attempts }) => ({ state, attempts }))).toEqual(
    Array.from({ length: 30 }, () => ({ state: "sent", attempts: 1 })),
  );
  expect(lines.join()).toContain("the mail server is available again");
});
