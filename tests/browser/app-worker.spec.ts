import type { Page } from "@playwright/test";
import { expect, signIn } from "./fixtures.ts";
import { type Front, test } from "./front-server.ts";
import { SUPPORT } from "./servers.ts";

const plan = { level: "ug", exam: "cet", name: "Medium" } as const;
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const STUDENT_PAGES = [
  ["/book-slot", "Book a"],
  ["/documents", "Your Documents"],
  ["/counselling", "The way from rank to seat"],
  ["/notifications", "Notification"],
  ["/account", "Your account"],
  ["/update-profile", "Update Profile"],
] as const;

/** Waits until the app is on the device: the worker keeps this page last. */
async function waitUntilKept(page: Page, text = "<html"): Promise<void> {
  await expect.poll(() => findKept(page, "/complete-profile"), { timeout: 60_000 }).toContain(text);
}

function findKept(page: Page, path: string): Promise<string> {
  return page.evaluate(async (name) => (await (await caches.match(name))?.text()) ?? "", path);
}

/** Looks for a new build, which a browser does by itself some time after a page was opened. */
function update(page: Page): Promise<unknown> {
  return page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
}

/** Lists the requests of workers in the second after a page was opened, except one that may have been on its way. */
function requestedMeanwhile({ requestedByWorker }: Front, opened: string) {
  const openedAt = requestedByWorker.find(({ path }) => path === opened)?.at ?? 0;
  expect(openedAt).toBeGreaterThan(0);
  return requestedByWorker.filter(({ at }) => at > openedAt && at < openedAt + 1_000).slice(1);
}

test.describe("the service worker @phone", () => {
  test.use({ allowConsole: /Failed to load resource|Failed to fetch|AuthRetryableFetchError/ });

  test("a second visit loads no code; every page of a student opens with the line cut, and names what it could not load", async ({
    page,
    front,
    newStudent,
  }) => {
    await signIn(page, await newStudent({ plan }));
    await page.goto("/book-slot");
    await test.step("a page that is opened meanwhile does not share the line with the worker", async () => {
      const isKept = () => front.requestedByWorker.some(({ path }) => path.includes("documents-page"));
      await expect.poll(isKept, { intervals: [20] }).toBe(true);
      front.requestedByWorker.length = 0;
      await page.goto("/account");
      await waitUntilKept(page);
      expect(requestedMeanwhile(front, "/account")).toEqual([]);
    });
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    // Nothing of the backend, and nothing of the admins.
    for (const name of kept)
      expect(name).toMatch(/^\/[a-z-]*$|^\/assets\/(?!assign-plan)[\w.-]+\.(css|js|woff2|svg)$/);
    await test.step("a second visit loads no code from the network, and only the page waits for the worker", async () => {
      front.requested.length = 0;
      await page.goto("/documents");
      await expect(page.getByText("No documents uploaded yet.")).toBeVisible();
      expect(front.requested.filter((path) => path.startsWith("/assets/"))).toEqual([]);
      const sources = await page.evaluate(() =>
        (
          performance.getEntriesByType("resource") as (PerformanceEntry & {
            workerFinalSourceType?: string;
          })[]
        ).map(({ workerFinalSourceType }) => workerFinalSourceType),
      );
      expect([...new Set(sources)].toSorted()).toEqual(["cache", "network"]);
    });
    front.cut();
    for (const [path, title] of STUDENT_PAGES)
      await test.step(path, async () => {
        await page.goto(path);
        await expect(heading(page)).toContainText(title);
      });
    await page.goto("/notifications");
    await expect(page.getByRole("main").getByRole("button", { name: "Try again" }).first()).toBeVisible();
    await page.goto("/about");
    await expect(heading(page)).toHaveText("This page needs a connection");
    front.restore();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(heading(page)).toHaveText("About Us");
  });

  test("a new build is kept once it is whole, an open tab works on with the old one, and the login page of a network is never kept", async ({
    page,
    front,
    newStudent,
  }) => {
    await test.step("the login page of a network is kept neither as a page nor as a file", async () => {
      await signIn(page, await newStudent({ plan }));
      await page.goto("/book-slot");
      await waitUntilKept(page);
      front.showLogin("everything");
      await page.goto("/documents");
      await page.evaluate(async () => {
        const kept = new Promise((resolve) => navigator.serviceWorker.addEventListener("message", resolve));
        navigator.serviceWorker.controller?.postMessage("is it kept");
        await kept;
      });
      expect(await findKept(page, "/documents")).not.toContain("Wi-Fi");

      front.showLogin("assets");
      front.deploy("next");
      front.requested.length = 0;
      await page.goto("/documents");
      await expect
        .poll(() => front.requested.some((path) => path.startsWith("/assets/") && path.includes("next.")))
        .toBe(true);
      front.showLogin("nothing");
      await page.goto("/documents");
      await expect.poll(() => findKept(page, "/documents"), { timeout: 60_000 }).toContain("next.js");
      await page.goto("/documents");
      await expect(heading(page)).toHaveText("Your Documents");
    });

    await test.step("an open tab still works after its build is gone from the server", async () => {
      await signIn(page, await newStudent({ plan }));
      await page.goto("/book-slot");
      await waitUntilKept(page);
      const files = await page.evaluate(() =>
        performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
      );
      front.deploy("later");
      await update(page);
      await waitUntilKept(page, "later.js");
      for (const file of files.filter((name) => name.startsWith("/assets/"))) {
        expect((await fetch(front.url + file)).status).toBe(404);
        expect(await page.evaluate(async (name) => (await fetch(name)).status, file)).toBe(200);
      }
      await page.getByRole("button", { name: "Toggle Sidebar" }).click();
      await page.getByRole("link", { name: "Your Documents" }).click();
      await expect(page.getByText("No documents uploaded yet.")).toBeVisible();
    });

    await test.step("a tab that opens with the previous build continues with the new one, and keeps it", async () => {
      const buildOf = () =>
        page.evaluate(
          () => (window as { __reactRouterManifest?: { url: string } }).__reactRouterManifest?.url,
        );
      await signIn(page, await newStudent({ plan }));
      await page.goto("/book-slot");
      await waitUntilKept(page);
      front.deploy("newest");
      await update(page);
      const isBeingKept = () => front.requestedByWorker.some(({ path }) => path.includes("newest."));
      await expect.poll(isBeingKept, { intervals: [20] }).toBe(true);
      front.requestedByWorker.length = 0;
      await page.goto("/book-slot");
      await expect(heading(page)).toHaveText("Book a 30 Minute Slot");
      expect(await buildOf()).not.toContain("newest");
      await expect(page.locator("html[data-outdated]")).toBeAttached();
      // The new worker gets no requests, and leaves the line to the page nevertheless.
      expect(requestedMeanwhile(front, "/book-slot")).toEqual([]);
      await page.getByRole("button", { name: "Toggle Sidebar" }).click();
      await page.getByRole("link", { name: "Your Documents" }).click();
      await expect(page).toHaveURL("/documents");
      await waitUntilKept(page, "newest.js");
      // The earlier worker keeps the page that was opened, and may end after the new one.
      await expect.poll(() => findKept(page, "/documents")).toContain("newest.js");
      front.cut();
      await page.goto("/documents");
      await expect(heading(page)).toHaveText("Your Documents");
      expect(await buildOf()).toContain("newest");
    });
  });

  test("changed settings replace those of a kept page, and come first after a week", async ({
    page,
    front,
    newStudent,
  }) => {
    const shownPhone = (phone: string) => page.getByRole("link", { name: `Call ${phone}` });
    const openMenu = () => page.getByRole("button", { name: "Toggle Sidebar" }).click();
    const phone = "+91 80 5550 9876";
    await signIn(page, await newStudent({ plan }));
    await page.goto("/notifications");
    await waitUntilKept(page);
    front.replaceInPages(SUPPORT.phone, phone);
    await page.goto("/notifications");
    await expect(page.locator("html[data-outdated]")).toBeAttached();
    await openMenu();
    await expect(shownPhone(phone)).toBeVisible();

    const lastWeek = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000).toUTCString();
    await page.evaluate(async (date) => {
      const cache = await caches.open("pages");
      const html = await (await cache.match("/notifications"))?.text();
      const headers = { "content-type": "text/html", date };
      await cache.put("/notifications", new Response(html, { headers }));
    }, lastWeek);
    front.replaceInPages(SUPPORT.phone, "+91 80 5550 1111");
    await page.goto("/notifications");
    await openMenu();
    await expect(shownPhone("+91 80 5550 1111")).toBeVisible();
    await expect(page.locator("html[data-outdated]")).not.toBeAttached();
  });
});
