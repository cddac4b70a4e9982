import { expect, test } from "./fixtures.ts";
import { expectAllSections } from "./guide-sections.ts";

test.use({ serviceWorkers: "allow" });

test.describe("without a network @phone", () => {
  test.use({ allowConsole: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

  test("a visitor keeps the guide and nothing else, and it opens complete, with a note that it may be old", async ({
    page,
    context,
  }) => {
    await page.goto("/guides");
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
    await test.step("a visitor keeps the guide and nothing else", async () => {
      const kept = await page.evaluate(async () =>
        (await (await caches.open("pages")).keys()).map(({ url }) => url),
      );
      expect(kept.map((url) => new URL(url).pathname)).toEqual(["/guides"]);
    });
    await context.setOffline(true);
    await page.reload();
    await expectAllSections(page);
    await expect(
      page.getByText(/You are offline. This is the guide as of \d+ \w+, [\d:]+ [ap]m\./),
    ).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.fonts.check("16px Inter"))).toBe(true);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).not.toBe(
      "rgba(0, 0, 0, 0)",
    );
    await page.getByRole("searchbox").fill("caution deposit");
    await expect(page.getByRole("search").getByRole("status")).toHaveText("2 found");
    await context.setOffline(false);
    await expect(page.getByText("You are offline.")).toBeHidden();
  });
});

test("a new version replaces the cached guide @desktop", async ({ page, server }) => {
  const worker = await fetch(`${server.url}/app-worker.js`);
  expect(worker.headers.get("cache-control")).toBe("no-cache");
  expect(worker.headers.get("content-security-policy")).toBe("default-src 'none'; connect-src 'self'");
  await page.goto("/guides");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const cache = await caches.open("pages");
    const old = { headers: { "content-type": "text/html" } };
    await cache.put("/guides", new Response("<h1>Last year</h1>", old));
  });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The way from rank to seat");
  await expect
    .poll(() => page.evaluate(async () => (await caches.match("/guides"))?.text()))
    .toContain("The way from rank to seat");
});

test.describe("without JavaScript @phone", () => {
  test.use({ javaScriptEnabled: false });

  test("the guide can be read, and shows no control that would not work", async ({ page }) => {
    await page.goto("/guides");
    await expectAllSections(page);
    await expect(page.getByRole("searchbox")).toBeHidden();
    await expect(page.getByRole("button", { name: "Print the guide" })).toBeHidden();
    await page.getByRole("link", { name: "the four choices", exact: true }).click();
    await expect(page).toHaveURL(/#four-choices$/);
  });
});
