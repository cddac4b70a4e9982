import { readFile } from "node:fs/promises";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { claimDay } from "./days.ts";
import { type NewStudent, newStudent, type Person, signInAsAdmin } from "./people.ts";
import { runsOnce } from "./runs-once.ts";
import { currentRun, type Server } from "./servers.ts";

/** The app's key for the session in localStorage. */
const SESSION_KEY = "maarga-session";

interface Options {
  /** Uses the server with the bot challenge. */
  withChallenge: boolean;
  /** Console errors that the test provokes. Any other error fails the test. */
  allowConsole: RegExp | null;
}

interface Fixtures {
  readonly server: Server;
  readonly newStudent: (options?: NewStudent) => Promise<Person>;
  /** The server's admin. Other tests share the session, so never sign it out. */
  readonly admin: Person;
  /** Returns a future day (yyyy-mm-dd) for this test alone: all tests share one calendar. */
  readonly freeDay: () => Promise<string>;
  /** Fails the test after a console error, a script error or a request to another server. */
  readonly cleanConsole: undefined;
}

export const test = base.extend<Fixtures & Options>({
  withChallenge: [false, { option: true }],
  allowConsole: [null, { option: true }],

  server: async ({ withChallenge }, use) => {
    const run = currentRun();
    await use(withChallenge ? run.withChallenge : run.plain);
  },
  // A test that runs once runs far from Karnataka, so that a time in the visitor's own zone fails it.
  timezoneId: async ({ timezoneId }, use, testInfo) =>
    use(runsOnce(testInfo) ? "America/New_York" : timezoneId),
  baseURL: async ({ server }, use) => use(server.url),

  newStudent: async ({ server }, use) => use((options) => newStudent(server, options)),
  admin: async ({ server }, use) => use(await signInAsAdmin(server)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from the pattern
  freeDay: async ({}, use) => use(async () => claimDay(currentRun().daysFolder)),

  cleanConsole: [
    async ({ context, server, allowConsole }, use, testInfo) => {
      const problems: string[] = [];
      const report = (text: string) => {
        if (!allowConsole?.test(text)) problems.push(text);
      };
      context.on("console", (message) => {
        if (message.type() === "error") report(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => report(String(error.error())));
      context.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (/^https?:$/.test(protocol) && origin !== server.url)
          problems.push(`a request to ${request.url()}`);
      });
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) {
        const log = await readFile(server.logFile, "utf8");
        if (log) await testInfo.attach("server.log", { body: log.slice(-20_000), contentType: "text/plain" });
      }
      expect(problems, "console errors and requests to other servers").toEqual([]);
    },
    { auto: true },
  ],
});

const usedContexts = new WeakSet<BrowserContext>();

/**
 * Puts the person's session into the browser, without the login form. The next page.goto finds it, and nothing that an
 * earlier person left in localStorage and IndexedDB.
 */
export async function signIn(page: Page, person: Person): Promise<void> {
  const isOpen = page.url() !== "about:blank";
  // The page of somebody who is logged in would notice that their session is gone, and open the login.
  if (isOpen && (await page.evaluate((key) => localStorage.getItem(key) !== null, SESSION_KEY)))
    await page.goto("about:blank");
  if (isOpen || usedContexts.has(page.context()))
    await clearStorage(page, person.origin, "local_storage,indexeddb");
  usedContexts.add(page.context());
  // Playwright's own way, setStorageState, opens and closes another page for it.
  const script = await page.addInitScript(([key, session]) => localStorage.setItem(key, session), [
    SESSION_KEY,
    JSON.stringify(person.session),
  ] as const);
  page.once("framenavigated", () => script.dispose());
}

/** Leaves the app and removes what it stored: the next step of a test begins as in a new browser. */
export async function startAfresh(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  await page.evaluate(() => sessionStorage.clear());
  // Ends the requests that the test holds back, before the routes let them through.
  await page.goto("about:blank");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await clearStorage(page, origin, "all");
}

async function clearStorage(page: Page, origin: string, storageTypes: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await devTools.detach();
}

export { expect };
