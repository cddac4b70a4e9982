import { pino } from "pino";

// Uses the built server, because tests start this process often and it must start quickly.
const build = new URL("../../build/server/", import.meta.url);
/** @type {typeof import("../../server/campaigns/campaign-sender.ts")} */
const { startCampaignSender } = await import(new URL("campaign-sender.js", build).href);
/** @type {typeof import("../../server/mail/mailer.ts")} */
const { createMailer } = await import(new URL("mailer.js", build).href);
/** @type {typeof import("../../server/postgres/database.ts")} */
const { ServiceDatabase } = await import(new URL("database.js", build).href);
/** @type {typeof import("../../server/storage/files/disk-files.ts")} */
const { DiskFiles } = await import(new URL("disk-files.js", build).href);
/** @type {typeof import("../../server/storage/write-logs.ts")} */
const { createWriteLogs } = await import(new URL("write-logs.js", build).href);

/**
 * @typedef {object} SenderOptions
 * @property {string} serviceUrl
 * @property {string} smtpUrl
 * @property {string} filesFolder
 * @property {string} name mails come from this name at example.com, so that a test can tell who has sent one
 * @property {number} [ratePerSecond]
 * @property {import("../../server/mail/campaign-mail.ts").RenderCampaignMail} [renderCampaignMail]
 * @property {(line: string) => void} [onLine] receives the lines of the log
 */

/**
 * Starts the campaign sender as the server does, but with short retry delays.
 * @param {SenderOptions} options
 * @returns {Promise<import("../../server/campaigns/campaign-sender.ts").CampaignSender>}
 */
export async function startSender(options) {
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
      options.renderCampaignMail ??
      (({ subject, body }) => ({ subject, text: body, html: `<p>${body}</p>` })),
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
