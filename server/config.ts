import path from "node:path";
import { z } from "zod";

const origin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
const onOff = z.enum(["on", "off"]).transform((value) => value === "on");

const settings = z
  .object({
    HOST: z.string().default("localhost"),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    SITE_URL: origin.optional(),
    /** Further addresses that mailed links may lead to, separated by commas; `*` stands for any part of a name. */
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
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().min(3).default("Maarga <no-reply@localhost>"),
    BOT_CHALLENGE: z.enum(["altcha", "turnstile", "hcaptcha", "off"]).default("altcha"),
    BOT_CHALLENGE_SITE_KEY: z.string().min(1).optional(),
    BOT_CHALLENGE_SECRET: z.string().min(1).optional(),
    BOT_CHALLENGE_VERIFY_URL: z.url({ protocol: /^https?$/ }).optional(),
    RATE_LIMITS: onOff.default(true),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .superRefine((given, context) => {
    if (given.BOT_CHALLENGE !== "turnstile" && given.BOT_CHALLENGE !== "hcaptcha") return;
    for (const name of ["BOT_CHALLENGE_SITE_KEY", "BOT_CHALLENGE_SECRET"] as const) {
      if (!given[name]) {
        context.addIssue({
          code: "custom",
          path: [name],
          message: `is needed when BOT_CHALLENGE is ${given.BOT_CHALLENGE}`,
        });
      }
    }
  });

export type Config = z.infer<typeof settings> & { SITE_URL: string };

/** A setting that is wrong: one line that names it, never its value. */
export class ConfigError extends Error {}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const result = settings.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new ConfigError(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  return { ...result.data, SITE_URL: result.data.SITE_URL ?? `http://localhost:${result.data.PORT}` };
}
