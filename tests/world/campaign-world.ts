import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { type CampaignSender, startCampaignSender } from "../../server/campaigns/campaign-sender.ts";
import type { RenderCampaignMail } from "../../server/mail/campaign-mail.ts";
import { createMailer } from "../../server/mail/mailer.ts";
import { ServiceDatabase } from "../../server/postgres/database.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { DiskFiles } from "../../server/storage/files/disk-files.ts";
import { createWriteLogs } from "../../server/storage/write-logs.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";

export interface SenderOptions {
  readonly serviceUrl: string;
  readonly smtpUrl: string;
  readonly filesFolder: string;
  /** Mails come from this name at example.com, so that the mail server can tell who sent one. */
  readonly name: string;
  readonly ratePerSecond?: number;
  readonly renderCampaignMail?: RenderCampaignMail;
  readonly onLine?: (line: string) => void;
}

/** The sender as main.ts makes it, but less patient. */
export async function startSender(options: SenderOptions): Promise<CampaignSender> {
  const { name, smtpUrl, serviceUrl, ratePerSecond = 2_000, onLine = () => undefined } = options;
  const log = pino({ level: "info" }, { write: onLine });
  const database = new ServiceDatabase(serviceUrl, { size: 6, name, onError: () => undefined });
  const mailer = createMailer({ smtpUrl, from: `${name}@example.com`, outboxFolder: "/nowhere", log });
  const sender = startCampaignSender({
    database,
    log,
    send: mailer.send,
    concurrency: mailer.concurrency,
    ratePerSecond,
    renderCampaignMail:
      options.renderCampaignMail ?? (({ body }) => ({ text: body, html: `<p>${body}</p>` })),
    unsubscribeLinkFor: (userId) => `https://example.com/unsubscribe?${userId}`,
    writeLogs: createWriteLogs({ database, files: await DiskFiles.open(options.filesFolder), log }),
    retryDelays: { firstRetryMs: 20, firstPauseMs: 20, longestPauseMs: 200 },
  });
  return {
    async stop() {
      await sender.stop();
      await mailer.close();
      await database.close();
    },
  };
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
  /** Deletes all campaigns and logs. */
  clear(): Promise<unknown>;
  drop(): Promise<void>;
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
       insert into auth.users (email) select format('student%s@example.com', n) from generate_series(0, $1 - 1) as n
       returning id, email
     )
     insert into public.profiles (id, email, first_name, last_name, phone)
     select id, email, 'Asha', 'Gowda', '9000000000' from people`,
    [students],
  );
  return {
    database,
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
    async stateOf(campaign) {
      const [row] = await database.query<{ state: string }>(
        "select concat_ws(' by ', state, paused_by) as state from public.campaigns where id = $1",
        [campaign],
      );
      return row?.state as string;
    },
    recipients: (campaign) =>
      database.query<RecipientRow>(
        `select id, email, state, reason, attempts from public.campaign_recipients
         where campaign_id = $1 order by substr(email, 8, strpos(email, '@') - 8)::int`,
        [campaign],
      ),
    async logged(kind) {
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
    },
    async drop() {
      await database.drop();
      await rm(filesFolder, { recursive: true });
    },
  };
}
