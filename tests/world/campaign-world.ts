import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { type SenderOptions, startSender } from "./campaign-sender.mjs";
import { createDatabase, type TestDatabase } from "./cluster.ts";
import { type SmtpBehaviour, startSmtp, type TestSmtp } from "./smtp.ts";

export const POLLING = { timeout: 100_000, interval: 20 };

/** The number of mails that a sender delivers at once. */
export const CONCURRENCY = 5;

/** Starts a mail server that stops at the end of the test. */
export async function startMailServer(
  decide?: (to: string, attempt: number) => SmtpBehaviour,
  port?: number,
): Promise<TestSmtp> {
  const smtp = await startSmtp(decide, port);
  onTestFinished(() => smtp.stop());
  return smtp;
}

export interface CampaignWorld {
  readonly database: TestDatabase;
  readonly serviceUrl: string;
  readonly filesFolder: string;
  /** Creates a campaign to `student0@example.com` and so on, due in this order. */
  campaign(students: number): Promise<string>;
  stateOf(campaign: string): Promise<string>;
  recipients(campaign: string): Promise<RecipientRow[]>;
  /** Returns all entries of the campaign logs of a kind. */
  logged(kind: "success" | "failures"): Promise<LogEntry[]>;
  /** Waits until the campaign is in this state. */
  untilState(campaign: string, state: string): Promise<void>;
  /** Waits until the recipients are in these states. */
  untilCounts(campaign: string, counts: Record<string, number>): Promise<void>;
  /** Counts the recipients by their state. */
  counts(campaign: string): Promise<Record<string, number>>;
  /** Waits until the logs of a kind have this number of entries. */
  untilLogged(kind: "success" | "failures", count: number): Promise<LogEntry[]>;
  /** Runs an admin's action with the secret key. */
  act(action: CampaignAction, campaign: string): Promise<unknown>;
  /** Starts a sender that the test stops at its end. */
  startSender(smtpUrl: string, options?: Partial<SenderOptions>): Promise<TestSender>;
  /** Deletes all campaigns and logs. */
  clear(): Promise<unknown>;
  drop(): Promise<void>;
}

export type CampaignAction = "pause_campaign" | "resume_campaign" | "stop_campaign" | "retry_failed";

export interface TestSender {
  /** The lines of its log. */
  readonly lines: string[];
  stop(): Promise<void>;
}

export interface RecipientRow {
  readonly id: string;
  readonly email: string;
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
}

export interface LogEntry {
  readonly email: string;
  readonly subject: string;
  readonly timestamp: string;
  readonly error?: string;
  readonly delete_after?: string;
}

export const studentEmail = (number: number) => `student${number}@example.com`;

export async function createCampaignWorld(students: number): Promise<CampaignWorld> {
  const database = await createDatabase();
  const { serviceUrl } = await prepareDatabase(database.url);
  const filesFolder = await mkdtemp(path.join(tmpdir(), "maarga-campaigns-"));
  await database.query(
    `with people as (
       insert into auth.users (email, email_confirmed_at) select format('student%s@example.com', n), now() from generate_series(0, $1 - 1) as n
       returning id, email
     )
     insert into public.profiles (id, email, first_name, last_name, phone)
     select id, email, 'Asha', 'Gowda', '9000000000' from people`,
    [students],
  );
  const stateOf: CampaignWorld["stateOf"] = async (campaign) => {
    const [row] = await database.query<{ state: string }>(
      "select concat_ws(' by ', state, paused_by) as state from public.campaigns where id = $1",
      [campaign],
    );
    return row?.state as string;
  };
  const recipients: CampaignWorld["recipients"] = (campaign) =>
    database.query<RecipientRow>(
      `select id, email, state, reason, attempts from public.campaign_recipients
       where campaign_id = $1 order by substr(email, 8, strpos(email, '@') - 8)::int`,
      [campaign],
    );
  const counts: CampaignWorld["counts"] = async (campaign) => {
    const found: Record<string, number> = {};
    for (const { state } of await recipients(campaign)) found[state] = (found[state] ?? 0) + 1;
    return found;
  };
  const logged: CampaignWorld["logged"] = async (kind) => {
    const rows = await database.query<{ version: string }>(
      `select version from storage.objects
       where bucket_id = 'logs' and name ~ ('^email_' || $1 || '/email_' || $1 || '_[0-9]{13}[.]json$')
         and metadata ->> 'mimetype' = 'application/json'
         and metadata ->> 'cacheControl' = case $1 when 'success' then 'max-age=86400' else 'max-age=3600' end
       order by name`,
      [kind],
    );
    const files = rows.map(({ version }) => path.join(filesFolder, version.slice(0, 2), version));
    const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
    return texts.flatMap((text) => JSON.parse(text) as LogEntry[]);
  };
  return {
    database,
    stateOf,
    recipients,
    counts,
    logged,
    untilState: (campaign, state) =>
      vi.waitFor(async () => expect(await stateOf(campaign)).toBe(state), POLLING),
    untilCounts: (campaign, expected) =>
      vi.waitFor(async () => expect(await counts(campaign)).toEqual(expected), POLLING),
    untilLogged: (kind, count) =>
      vi.waitFor(async () => {
        const entries = await logged(kind);
        expect(entries).toHaveLength(count);
        return entries;
      }, POLLING),
    act: (action, campaign) =>
      database.query(`set role service_role; select public.${action}('${campaign}')`),
    async startSender(smtpUrl, options = {}) {
      const lines: string[] = [];
      const onLine = (line: string) => void lines.push(line);
      const sender = await startSender({
        serviceUrl,
        filesFolder,
        smtpUrl,
        name: "maarga",
        onLine,
        ...options,
      });
      let stopped: Promise<void> | undefined;
      const stop = () => (stopped ??= sender.stop());
      onTestFinished(stop);
      return { lines, stop };
    },
    clear: () => database.query("delete from public.campaigns; delete from storage.objects"),
    serviceUrl,
    filesFolder,
    async campaign(count) {
      const [made] = await database.query<{ id: string }>(
        `with campaign as (
           insert into public.campaigns (request_id, subject, body)
           values (gen_random_uuid(), 'Round one', 'Choose by Friday.') returning id
         ), recipients as (
           insert into public.campaign_recipients (campaign_id, user_id, name, email, due_at)
           select campaign.id, profiles.id, 'Asha Gowda', profiles.email, now() - interval '1 ms' * ($1 - n)
           from campaign, generate_series(0, $1 - 1) as n
           join public.profiles on profiles.email = format('student%s@example.com', n)
         )
         select id from campaign`,
        [count],
      );
      await database.query("select pg_notify('campaigns', '')");
      return made?.id as string;
    },
    async drop() {
      await database.drop();
      await rm(filesFolder, { recursive: true });
    },
  };
}
