import { readFile } from "node:fs/promises";
import { test as base, expect, type Page } from "@playwright/test";
import { claimDay } from "./days.ts";
import { type NewStudent, newStudent, type Person, signInAsAdmin } from "./people.ts";
import { currentRun, type Server } from "./servers.ts";

/** Where the app keeps its session in the browser. */
const SESSION_KEY = "maarga-session";

interface Options {
  /** The server that asks for the bot challenge, instead of the one that does not. */
  withChallenge: boolean;
  /** What the console may say in this test because the test provokes it; everything else fails it. */
  allowConsole: RegExp | null;
}

interface Fixtures {
  readonly server: Server;
  readonly newStudent: (options?: NewStudent) => Promise<Person>;
  /** The admin of the server, with a session that others use too: do not sign it out. */
  readonly admin: Person;
  /** A coming day (yyyy-mm-dd) that no other test books on: there is one calendar for all. */
  readonly freeDay: () => Promise<string>;
  /** Runs by itself: no errors on the console, no errors of scripts, no request to anybody else. */
  readonly cleanConsole: undefined;
}

export const test = base.extend<Fixtures & Options>({
  withChallenge: [false, { option: true }],
  allowConsole: [null, { option: true }],

  server: async ({ withChallenge }, use) => {
    const run = currentRun();
    await use(withChallenge ? run.challenging : run.plain);
  },
  baseURL: async ({ server }, use) => use(server.url),

  newStudent: async ({ server }, use) => use((options) => newStudent(server, options)),
  admin: async ({ server }, use) => use(await signInAsAdmin(server)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  freeDay: async ({}, use) => use(async () => claimDay(currentRun().daysFolder)),

  cleanConsole: [
    async ({ context, server, allowConsole }, use, testInfo) => {
      const complaints: string[] = [];
      const complain = (text: string) => {
        if (!allowConsole?.test(text)) complaints.push(text);
      };
      context.on("console", (message) => {
        if (message.type() === "error") complain(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => complain(String(error.error())));
      context.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (/^https?:$/.test(protocol) && origin !== server.url)
          complaints.push(`a request to ${request.url()}`);
      });
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) {
        const log = await readFile(server.logFile, "utf8");
        if (log) await testInfo.attach("server.log", { body: log.slice(-20_000), contentType: "text/plain" });
      }
      expect(complaints, "the console is silent and nobody else is asked").toEqual([]);
    },
    { auto: true },
  ],
});

/** Signed in at once, without the form. Call it before the page's first address; whoever tests the form types into it. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.context().setStorageState({
    cookies: await page.context().cookies(),
    origins: [
      {
        origin: person.origin,
        localStorage: [{ name: SESSION_KEY, value: JSON.stringify(person.session) }],
      },
    ],
  });
}

export { expect };
