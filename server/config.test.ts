import path from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("without any setting everything has a working default", () => {
  expect(readConfig({})).toMatchObject({
    HOST: "localhost",
    PORT: 3000,
    SITE_URL: "http://localhost:3000",
    MAARGA_DATA: path.resolve("data"),
    BOT_CHALLENGE: "altcha",
    RATE_LIMITS: true,
    MAIL_FROM: "Maarga <no-reply@localhost>",
    MAIL_RATE: 10,
    REDIRECT_URLS: [],
  });
});

test("an empty value counts as none", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ PORT: 3000 });
});

test("where no address of the site is given, it is this machine's, at the port in use", () => {
  expect(readConfig({ PORT: "8080" }).SITE_URL).toBe("http://localhost:8080");
});

test("RATE_LIMITS can be turned off", () => {
  expect(readConfig({ RATE_LIMITS: "off" }).RATE_LIMITS).toBe(false);
});

test.each(["0.01", "0.5", "10000"])("a mail provider may allow %s mails a second", (rate) => {
  expect(readConfig({ MAIL_RATE: rate }).MAIL_RATE).toBe(Number(rate));
});

test.each(["smtp://mail:587", "smtps://user:secret@mail"])("a mail server may be at %s", (url) => {
  expect(readConfig({ SMTP_URL: url }).SMTP_URL).toBe(url);
});

test("the site's address loses the slashes at its end, and the redirect list is split", () => {
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
  ["MAIL_FROM", "me"],
  ["MAIL_RATE", "0"],
  ["MAIL_RATE", "10001"],
  ["MAIL_RATE", "fast"],
  ["BOT_CHALLENGE", "recaptcha"],
  ["RATE_LIMITS", "yes"],
  ["LOG_LEVEL", "loud"],
])("a wrong %s (%s) is named, and its value is not repeated", (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(new RegExp(`^${name}: `));
  expect(read).not.toThrow(/hunter2/);
});

test.each(["turnstile", "hcaptcha"])("a hosted bot challenge needs its two keys: %s", (challenge) => {
  const keys = { BOT_CHALLENGE_SITE_KEY: "k", BOT_CHALLENGE_SECRET: "s" };
  expect(readConfig({ BOT_CHALLENGE: challenge, ...keys })).toMatchObject(keys);
  for (const key of Object.keys(keys))
    expect(() => readConfig({ BOT_CHALLENGE: challenge, ...keys, [key]: "" })).toThrow(
      `${key}: is needed when BOT_CHALLENGE is ${challenge}`,
    );
});

test("files in S3 need their two keys", () => {
  const keys = { AWS_ACCESS_KEY_ID: "k", AWS_SECRET_ACCESS_KEY: "s" };
  expect(readConfig({ FILES_URL: "s3://documents", ...keys })).toMatchObject(keys);
  for (const key of Object.keys(keys))
    expect(() => readConfig({ FILES_URL: "s3://documents", ...keys, [key]: "" })).toThrow(
      `${key}: is needed when FILES_URL is of S3`,
    );
});
