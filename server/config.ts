import path from "node:path";
import { z } from "zod";
import { isGstin } from "../domain/gst.ts";
import { readSendGridKey } from "./bounces/webhooks/sendgrid.ts";
import { isSnsTopic } from "./bounces/webhooks/sns-certificates.ts";
import { isAddress } from "./mail/headers.ts";
import { StartupError } from "./startup-error.ts";

const origin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const quietTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, "must be like 21:00-08:00")
  .transform((text) => ({ from: text.slice(0, 5), until: text.slice(6) }))
  .refine(({ from, until }) => from !== until, "must not be the whole day");

const settings = z
  .object({
    HOST: z.string().default("localhost"),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    SITE_URL: origin.optional(),
    /** Additional addresses that mailed links may lead to, separated by commas; `*` matches any part of a name. */
    REDIRECT_URLS: z
      .string()
      .default("")
      .transform((text) =>
        text
          .split(",")
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
    MAARGA_DATA: z
      .string()
      .default("./data")
      .transform((folder) => path.resolve(folder)),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
    /** The store of documents: `file:///folder` or `s3://bucket/folder?endpoint=…&region=…`; by default a folder in MAARGA_DATA. */
    FILES_URL: z
      .url({ protocol: /^(file|s3)$/ })
      .refine(hasUsableEndpoint, "its endpoint must be an http or https address")
      .optional(),
    /** The origin of signed links: a host of its own that leads to this server, which serves nothing else there. */
    FILES_ORIGIN: origin
      .refine((url) => new URL(url).origin === url, "must be an address without a path")
      .optional(),
    /** The daemon of ClamAV that scans uploads: `tcp://host:port` or `unix:/path`. */
    CLAMD_URL: z
      .string()
      .regex(/^(?:tcp:\/\/[^/:\s]+:\d{1,5}|unix:\/\S+)$/, "must be tcp://host:port or unix:/path")
      .optional(),
    /** An upload that was cut may continue for this time. */
    UPLOAD_HOURS: wholeNumber(1, 168).default(24),
    AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
    AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    AWS_SESSION_TOKEN: z.string().min(1).optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().min(3).default("Maarga <no-reply@localhost>"),
    /** Campaign mails per second. */
    MAIL_RATE: z.coerce.number().min(0.01).max(10_000).default(10),
    /** A campaign to more people than this waits for a second admin; 0: the super-admin password is asked for instead. */
    MAIL_APPROVAL_ABOVE: wholeNumber(0, 1_000_000).default(0),
    /** No campaign mail is sent between these times in Karnataka, such as 21:00-08:00. */
    MAIL_QUIET_TIME: quietTime.optional(),
    /** The address that undeliverable mails come back to; the address of MAIL_FROM by default. */
    BOUNCE_ADDRESS: z.string().refine(isAddress, "must be an address").optional(),
    /** The mailbox that they arrive in: `imaps://user:password@host/folder`. */
    BOUNCE_MAILBOX: z
      .url({ protocol: /^imaps?$/ })
      .refine(isMailbox, "must be imaps://user:password@host/folder, in ASCII; imap:// only on this machine")
      .optional(),
    /** The address is bad after this many mails came back; at once if the mail server says that there is no such mailbox. */
    BOUNCES_UNTIL_BAD: wholeNumber(1, 20).default(2),
    /** The topic of Amazon SNS, the public key of SendGrid, or the signing key of Mailgun, by which reports are verified. */
    BOUNCE_WEBHOOK_SES_TOPIC: z
      .string()
      .refine(isSnsTopic, "must be arn:aws:sns:region:account:name")
      .optional(),
    BOUNCE_WEBHOOK_SENDGRID_KEY: z
      .string()
      .refine((key) => readSendGridKey(key) !== undefined, "must be the public key that SendGrid shows")
      .optional(),
    BOUNCE_WEBHOOK_MAILGUN_KEY: z.string().min(16).optional(),
    BACKUP_PASSPHRASE: z.string().optional(),
    BACKUP_PASSPHRASE_FILE: z.string().optional(),
    BOT_CHALLENGE: z.enum(["altcha", "turnstile", "hcaptcha", "off"]).default("altcha"),
    BOT_CHALLENGE_SITE_KEY: z.string().min(1).optional(),
    BOT_CHALLENGE_SECRET: z.string().min(1).optional(),
    BOT_CHALLENGE_VERIFY_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** The first admin, created if there is none. */
    ADMIN_EMAIL: z.email().optional(),
    ADMIN_PASSWORD: z.string().min(8).max(200).optional(),
    SUPER_ADMIN_PASSWORD: z.string().min(8).optional(),
    /** The number of slots in the future that one student may have. */
    BOOKINGS_MAX_UPCOMING: z.coerce.number().int().min(1).max(10_000).default(30),
    /** At most five years, because a later date is more likely a typing error. */
    BOOKINGS_MAX_DAYS_AHEAD: z.coerce.number().int().min(1).max(1826).default(365),
    /** The same for a student who missed two calls within thirty days. */
    BOOKINGS_DAYS_AHEAD_AFTER_MISSED: z.coerce.number().int().min(1).max(1826).default(1),
    /** An order can be paid at its price for this time. */
    ORDER_DAYS: wholeNumber(1, 60).default(7),
    /** An export of more students needs the super-admin password. */
    EXPORT_PASSWORD_ABOVE: wholeNumber(0, 1_000_000).default(500),
    SUPPORT_EMAIL: z.email().optional(),
    SUPPORT_PHONE: z.string().min(3).optional(),
    SUPPORT_WHATSAPP: z.string().min(3).optional(),
    SUPPORT_ADDRESS: z.string().min(3).optional(),
    UPI_ID: z
      .string()
      .regex(/^[\w.-]+@[\w.-]+$/)
      .optional(),
    UPI_NAME: z.string().min(1).optional(),
    /** The account for bank transfers: its number, the code of its branch, and the name that it is kept in. */
    BANK_ACCOUNT: z
      .string()
      .regex(/^\d{9,18}$/, "must be the 9 to 18 digits of an account number")
      .optional(),
    BANK_IFSC: z
      .string()
      .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, "must be an IFSC such as SBIN0001234")
      .optional(),
    BANK_NAME: z.string().min(1).max(100).optional(),
    /** The seller on receipts: by default UPI_NAME and SUPPORT_ADDRESS. */
    SELLER_NAME: z.string().min(3).max(200).optional(),
    SELLER_ADDRESS: z.string().min(3).max(300).optional(),
    /** With the GST number, receipts are tax invoices. Prices include the tax. */
    GSTIN: z.string().refine(isGstin, "is not a GST number").optional(),
    GST_SAC: z
      .string()
      .regex(/^\d{4,6}$/, "must be a service accounting code of 4 to 6 digits")
      .default("999293"),
    GST_PERCENT: z.coerce.number().min(0).max(40).multipleOf(0.01).default(18),
    /** Whether this process handles requests (web), works on the job queue (worker), or does both (all). */
    ROLE: z.enum(["all", "web", "worker"]).default("all"),
    /** A session ends when it has not been used for the idle time, and at the latest after the maximum. */
    SESSION_IDLE_DAYS: wholeNumber(1, 3650).default(30),
    SESSION_MAX_DAYS: wholeNumber(1, 3650).default(180),
    ADMIN_SESSION_IDLE_HOURS: wholeNumber(1, 8760).default(12),
    ADMIN_SESSION_MAX_DAYS: wholeNumber(1, 3650).default(7),
    /** Security events are deleted after this time. */
    SECURITY_LOG_DAYS: wholeNumber(30, 3650).default(400),
    /** Whether admins need two-step sign-in, or are only reminded of it. */
    ADMIN_TWO_STEP: z.enum(["required", "optional"]).default("optional"),
    RATE_LIMITS: onOff.default(true),
    /** Whether the closing ranks of database/cutoffs/ are loaded at the start. */
    CUTOFFS: onOff.default(true),
    /** The token that /metrics asks for. */
    METRICS_TOKEN: z.string().min(16).optional(),
    /** The address (host:port) on which /metrics is served instead. */
    METRICS_ADDRESS: z
      .string()
      .regex(/^(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}$/, "must be host:port")
      .transform((text) => {
        const split = text.lastIndexOf(":");
        return { host: text.slice(0, split).replace(/^\[|\]$/g, ""), port: Number(text.slice(split + 1)) };
      })
      .refine(({ port }) => port <= 65_535, "must be host:port")
      .optional(),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .superRefine((given, context) => {
    const requireSettings = (names: readonly (keyof typeof given)[], when: string) => {
      for (const name of names)
        if (!given[name])
          context.addIssue({ code: "custom", path: [name], message: `is required when ${when}` });
    };
    if (given.BOT_CHALLENGE === "turnstile" || given.BOT_CHALLENGE === "hcaptcha")
      requireSettings(
        ["BOT_CHALLENGE_SITE_KEY", "BOT_CHALLENGE_SECRET"],
        `BOT_CHALLENGE is ${given.BOT_CHALLENGE}`,
      );
    const bank = ["BANK_ACCOUNT", "BANK_IFSC", "BANK_NAME"] as const;
    const givenOfBank = bank.find((name) => given[name]);
    if (givenOfBank) requireSettings(bank, `${givenOfBank} is set`);
    if (given.GSTIN) requireSettings(["SELLER_NAME", "SELLER_ADDRESS"], "GSTIN is set");
    if (given.FILES_URL?.startsWith("s3:"))
      requireSettings(["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"], "FILES_URL is an S3 address");
  });

export type Config = z.infer<typeof settings> & { SITE_URL: string };

/** An invalid setting: the message is one line with its name, never its value. */
export class ConfigError extends StartupError {}

/** Passwords must not cross a network in clear text. */
function isMailbox(text: string): boolean {
  if (!URL.canParse(text)) return true; // reported by z.url
  const { protocol, hostname, username, password, pathname } = new URL(text);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return (
    [hostname, username, password].every((part) => part !== "") &&
    (protocol === "imaps:" || isHere) &&
    // The commands can quote printable ASCII alone.
    /^(?:[\x20-\x24\x26-\x7e]|%[2-6][0-9a-f]|%7[0-9a-e])+$/i.test(username + password + pathname)
  );
}

function hasUsableEndpoint(filesUrl: string): boolean {
  if (!URL.canParse(filesUrl)) return true; // reported by z.url
  const endpoint = new URL(filesUrl).searchParams.get("endpoint");
  return endpoint === null || (URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol));
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const result = settings.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new ConfigError(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const config = { ...result.data, SITE_URL: result.data.SITE_URL ?? `http://localhost:${result.data.PORT}` };
  if (config.FILES_ORIGIN === new URL(config.SITE_URL).origin)
    throw new ConfigError("FILES_ORIGIN: must be another address than SITE_URL");
  return config;
}
