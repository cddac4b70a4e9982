import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { type Interaction, measureInteractions } from "./interactions.ts";
import { installProbe, type Probed } from "./probe.ts";
import type { Profile } from "./profiles.ts";
import { type Traffic, TrafficRecorder } from "./traffic.ts";

/** Times in milliseconds from the start: the navigation, or the click on Login. */
export interface Visit extends Traffic {
  readonly firstPaint: number | undefined;
  readonly largestPaint: number | undefined;
  readonly usable: number;
  /** The sum of what exceeds 50 ms in each task between the first paint and usable. */
  readonly blocking: number;
}

export interface Visits {
  readonly cold: Visit;
  readonly warm: Visit;
  readonly kept: Visit;
}

export interface Login {
  readonly email: string;
  readonly password: string;
}

type StorageState = BrowserContextOptions["storageState"];

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;
/** Only the processor matters for a tap. */
const FAST = { kilobitsPerSecond: 10_000, latencyMs: 20 };
const TIMEOUT_MS = 120_000;
/** See PAGES in web/public/app-worker.js. */
const LAST_KEPT_PAGE = "/complete-profile";
/** The time in which a student types their address and their password. */
const TYPING_MS = 8_000;

export class Visitor {
  readonly #browser: Browser;
  readonly #origin: string;

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** Logs in without throttling, and returns what the browser then stores. */
  async logIn(login: Login): Promise<StorageState> {
    const context = await this.#newContext();
    const page = await context.newPage();
    await page.goto(`${this.#origin}/auth`);
    await submit(page, login, 0);
    await page.waitForURL("**/pricing");
    const { cookies, origins } = await context.storageState();
    await context.close();
    return { cookies, origins };
  }

  /** Opens /auth, types, and logs in. */
  async firstLogin(profile: Profile, login: Login): Promise<{ auth: Visit; pricing: Visit }> {
    const { context, page, traffic } = await this.#open(profile);
    const shown = probed(page, "/auth");
    await page.goto(`${this.#origin}/auth`, { waitUntil: "commit" });
    const auth = visitOf(await shown, traffic);
    const opened = probed(page, "/pricing");
    await submit(page, login, TYPING_MS);
    const after = await opened;
    await context.close();
    if (after.clickedAt === undefined) throw new Error("The click on Login was not seen");
    return { auth, pricing: { ...visitOf(after, traffic, after.clickedAt), firstPaint: undefined } };
  }

  /** Opens a page in a new browser profile, then again, and then once more when the service worker has the app. */
  async openThrice(profile: Profile, path: string, storageState: StorageState): Promise<Visits> {
    const { context, page, traffic } = await this.#open(profile, storageState);
    const visit = async (isLeft: () => Promise<unknown>) => {
      const startedAt = Date.now();
      const shown = probed(page, path);
      await page.goto(this.#origin + path, { waitUntil: "commit" });
      const result = visitOf(await shown, traffic);
      await traffic.untilQuiet(startedAt);
      await isLeft();
      await page.goto("about:blank");
      return result;
    };
    const atOnce = async () => undefined;
    const cold = await visit(atOnce);
    const warm = await visit(() => untilKept(page));
    const kept = await visit(atOnce);
    await context.close();
    return { cold, warm, kept };
  }

  /** Opens /book-slot on a fast line, and taps. */
  async interact(profile: Profile, storageState: StorageState): Promise<Interaction[]> {
    const { context, page } = await this.#open({ ...profile, ...FAST }, storageState);
    const shown = probed(page, "/book-slot");
    await page.goto(`${this.#origin}/book-slot`, { waitUntil: "commit" });
    await shown;
    const interactions = await measureInteractions(page);
    await context.close();
    return interactions;
  }

  async #newContext(storageState?: StorageState): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ ...PHONE, ...(storageState && { storageState }) });
    context.setDefaultTimeout(TIMEOUT_MS);
    await context.addInitScript(installProbe);
    return context;
  }

  async #open({ kilobitsPerSecond, latencyMs, cpu }: Profile, storageState?: StorageState) {
    const context = await this.#newContext(storageState);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await TrafficRecorder.start(session);
    const bytesPerSecond = (kilobitsPerSecond * 1_000) / 8;
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    return { context, page, traffic };
  }
}

async function submit(page: Page, { email, password }: Login, durationMs: number): Promise<void> {
  const endsAt = Date.now() + durationMs;
  const delay = durationMs / 2 / (email.length + password.length);
  await page.locator("input[name=email]").pressSequentially(email, { delay });
  await page.locator("input[name=password]").pressSequentially(password, { delay });
  await page.waitForTimeout(Math.max(0, endsAt - Date.now()));
  await page.locator("button[type=submit]", { hasText: "Login" }).click();
}

/** Returns once the service worker has the app. */
async function untilKept(page: Page): Promise<void> {
  const isKept = () => page.evaluate(async (last) => Boolean(await caches.match(last)), LAST_KEPT_PAGE);
  while (!(await isKept())) await page.waitForTimeout(200);
}

/** Resolves once the page at this path is usable. To be called before it is opened. */
async function probed(page: Page, path: string): Promise<Probed> {
  await page.waitForEvent("console", (message) => message.text() === `usable: ${path}`);
  // The entries of the last tasks and paints arrive after them.
  await page.waitForTimeout(500);
  return page.evaluate((wanted) => window.probe.read(wanted), path);
}

function visitOf(result: Probed, traffic: TrafficRecorder, from = result.startedAt): Visit {
  const usableAt = result.usableAt as number;
  const start = Math.max(from - result.startedAt, result.firstPaint ?? 0);
  const end = usableAt - result.startedAt;
  return {
    ...traffic.between(from, usableAt),
    firstPaint: result.firstPaint,
    largestPaint: result.largestPaint,
    usable: usableAt - from,
    blocking: result.longTasks
      .filter(({ startTime }) => startTime >= start && startTime < end)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
  };
}
