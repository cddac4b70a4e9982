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
    MAIL_RATE: 10,
    REDIRECT_URLS: [],
  });
});

test("an empty value counts as none", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ PORT: 3000 });
});

test("the site's address loses its last slash, and the redirect list is split", () => {
  const config = readConfig({
    SITE_URL: "https://maarga.in/",
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
  ["MAIL_RATE", "0"],
  ["BOT_CHALLENGE", "recaptcha"],
  ["RATE_LIMITS", "yes"],
  ["LOG_LEVEL", "loud"],
])("a wrong %s (%s) is named, and its value is not repeated", (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(new RegExp(`^${name}: `));
  expect(read).not.toThrow(/hunter2/);
});

test("a hosted bot challenge needs its two keys", () => {
  expect(() => readConfig({ BOT_CHALLENGE: "turnstile", BOT_CHALLENGE_SITE_KEY: "k" })).toThrow(
    "BOT_CHALLENGE_SECRET: is needed when BOT_CHALLENGE is turnstile",
  );
});

test("files in S3 need their two keys", () => {
  expect(() => readConfig({ FILES_URL: "s3://documents", AWS_ACCESS_KEY_ID: "k" })).toThrow(
    "AWS_SECRET_ACCESS_KEY: is needed when FILES_URL is of S3",
  );
});
