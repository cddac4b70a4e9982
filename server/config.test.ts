import path from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("every setting has a working default", () => {
  expect(readConfig({})).toMatchObject({
    HOST: "localhost",
    PORT: 3000,
    SITE_URL: "http://localhost:3000",
    MAARGA_DATA: path.resolve("data"),
    BOT_CHALLENGE: "altcha",
    RATE_LIMITS: true,
    MAIL_FROM: "Maarga <no-reply@localhost>",
    MAIL_RATE: 10,
    UPLOAD_HOURS: 24,
    REDIRECT_URLS: [],
    SESSION_IDLE_DAYS: 30,
    SESSION_MAX_DAYS: 180,
    ADMIN_SESSION_IDLE_HOURS: 12,
    ADMIN_SESSION_MAX_DAYS: 7,
    SECURITY_LOG_DAYS: 400,
    BOOKINGS_MAX_UPCOMING: 30,
    BOOKINGS_MAX_DAYS_AHEAD: 365,
    BOOKINGS_DAYS_AHEAD_AFTER_MISSED: 1,
  });
});

test("an empty value counts as not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ PORT: 3000 });
});

test("without SITE_URL the address is this machine with the configured port", () => {
  expect(readConfig({ PORT: "8080" }).SITE_URL).toBe("http://localhost:8080");
});

test("RATE_LIMITS can be turned off", () => {
  expect(readConfig({ RATE_LIMITS: "off" }).RATE_LIMITS).toBe(false);
});

test.each([
  ["127.0.0.1:9100", { host: "127.0.0.1", port: 9100 }],
  ["[::1]:9100", { host: "::1", port: 9100 }],
  ["metrics.internal:9100", { host: "metrics.internal", port: 9100 }],
])("METRICS_ADDRESS may be %s", (address, expected) => {
  expect(readConfig({ METRICS_ADDRESS: address }).METRICS_ADDRESS).toEqual(expected);
});

test.each(["0.01", "0.5", "10000"])("MAIL_RATE may be %s", (rate) => {
  expect(readConfig({ MAIL_RATE: rate }).MAIL_RATE).toBe(Number(rate));
});

test.each(["smtp://mail:587", "smtps://user:secret@mail"])("SMTP_URL may be %s", (url) => {
  expect(readConfig({ SMTP_URL: url }).SMTP_URL).toBe(url);
});

test.each([
  "imaps://bounces%40example.org:p%20w%22@mail.example.org",
  "imaps://user:secret@mail.example.org:1993/Mail%20that%20came%20back",
  "imap://user:secret@127.0.0.1:1143/INBOX",
])("BOUNCE_MAILBOX may be %s", (url) => {
  expect(readConfig({ BOUNCE_MAILBOX: url }).BOUNCE_MAILBOX).toBe(url);
});

test.each([
  ["https://files.example.org/x", "must be an address without a path"],
  ["https://example.org", "must be another address than SITE_URL"],
])("FILES_ORIGIN cannot be %s", (FILES_ORIGIN, reason) => {
  expect(() => readConfig({ SITE_URL: "https://example.org", FILES_ORIGIN })).toThrow(
    `FILES_ORIGIN: ${reason}`,
  );
});

test("SITE_URL loses its trailing slashes, and REDIRECT_URLS is split", () => {
  const config = readConfig({
    SITE_URL: "https://maarga.in//",
    REDIRECT_URLS: "https://a.in/*, https://b.in",
  });
  expect(config.SITE_URL).toBe("https://maarga.in");
  expect(config.REDIRECT_URLS).toEqual(["https://a.in/*", "https://b.in"]);
});

test.each([
  ["PORT", "http"],
  ["PORT", "70000"],
  ["SITE_URL", "maarga.in"],
  ["DATABASE_URL", "mysql://user:hunter2@db/x"],
  ["SMTP_URL", "ftp://user:hunter2@mail"],
  ["FILES_URL", "/srv/hunter2"],
  ["FILES_URL", "s3://bucket?endpoint=hunter2"],
  ["FILES_URL", "s3://bucket?endpoint=ftp://hunter2"],
  ["BANK_ACCOUNT", "1234 hunter2"],
  ["BANK_ACCOUNT", "12345678"],
  ["BANK_IFSC", "sbin0001234"],
  ["BANK_IFSC", "SBIN1001234"],
  ["MAIL_FROM", "me"],
  ["MAIL_RATE", "0"],
  ["MAIL_RATE", "10001"],
  ["MAIL_RATE", "fast"],
  ["BOUNCE_ADDRESS", "hunter2"],
  ["BOUNCE_MAILBOX", "imap://user:hunter2@mail.example.org/INBOX"],
  ["BOUNCE_MAILBOX", "imaps://user@mail.example.org/hunter2"],
  ["BOUNCE_MAILBOX", "imaps://user:hunter2%0a@mail.example.org"],
  ["BOUNCE_MAILBOX", "https://user:hunter2@mail.example.org"],
  ["BOUNCES_UNTIL_BAD", "0"],
  ["BOUNCE_WEBHOOK_SES_TOPIC", "arn:aws:sqs:ap-south-1:123456789012:hunter2"],
  ["BOUNCE_WEBHOOK_SENDGRID_KEY", "hunter2"],
  ["BOUNCE_WEBHOOK_MAILGUN_KEY", "hunter2"],
  ["SESSION_IDLE_DAYS", "0"],
  ["SESSION_MAX_DAYS", "1.5"],
  ["ADMIN_SESSION_IDLE_HOURS", "a day"],
  ["ADMIN_SESSION_MAX_DAYS", "-1"],
  ["SECURITY_LOG_DAYS", "29"],
  ["BOOKINGS_MAX_UPCOMING", "0"],
  ["BOOKINGS_MAX_UPCOMING", "many"],
  ["BOOKINGS_MAX_DAYS_AHEAD", "0.5"],
  ["BOOKINGS_MAX_DAYS_AHEAD", "1827"],
  ["BOOKINGS_DAYS_AHEAD_AFTER_MISSED", "0"],
  ["BOT_CHALLENGE", "recaptcha"],
  ["RATE_LIMITS", "yes"],
  ["METRICS_TOKEN", "hunter2"],
  ["METRICS_ADDRESS", "hunter2"],
  ["METRICS_ADDRESS", "hunter2:99999"],
  ["LOG_LEVEL", "loud"],
])("the error for an invalid %s (%s) names the setting without its value", (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(new RegExp(`^${name}: `));
  expect(read).not.toThrow(/hunter2/);
});

test.each(["turnstile", "hcaptcha"])("the bot challenge %s requires its two keys", (challenge) => {
  const keys = { BOT_CHALLENGE_SITE_KEY: "k", BOT_CHALLENGE_SECRET: "s" };
  expect(readConfig({ BOT_CHALLENGE: challenge, ...keys })).toMatchObject(keys);
  for (const key of Object.keys(keys))
    expect(() => readConfig({ BOT_CHALLENGE: challenge, ...keys, [key]: "" })).toThrow(
      `${key}: is required when BOT_CHALLENGE is ${challenge}`,
    );
});

test("a bank account needs its number, its IFSC and its name", () => {
  const bank = { BANK_ACCOUNT: "001234567890", BANK_IFSC: "SBIN0001234", BANK_NAME: "Maarga Counselling" };
  expect(readConfig(bank)).toMatchObject(bank);
  for (const name of Object.keys(bank))
    expect(() => readConfig({ ...bank, [name]: "" })).toThrow(
      new RegExp(`^${name}: is required when BANK_\\w+ is set$`),
    );
});

test("an S3 store requires its two keys", () => {
  const keys = { AWS_ACCESS_KEY_ID: "k", AWS_SECRET_ACCESS_KEY: "s" };
  expect(readConfig({ FILES_URL: "s3://documents", ...keys })).toMatchObject(keys);
  for (const key of Object.keys(keys))
    expect(() => readConfig({ FILES_URL: "s3://documents", ...keys, [key]: "" })).toThrow(
      `${key}: is required when FILES_URL is an S3 address`,
    );
});
