import { expect, signIn, test } from "./fixtures.ts";
import { expectAllSections } from "./guide-sections.ts";

test.describe("without a network @phone", () => {
  test.use({ allowConsole: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

  test("the guide opens complete, with a note that it may be old", async ({ page, context }) => {
    await page.goto("/guides");
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
    await context.setOffline(true);
    await page.reload();
    await expectAllSections(page);
    await expect(page.getByText("You are offline.")).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.fonts.check("16px Inter"))).toBe(true);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).not.toBe(
      "rgba(0, 0, 0, 0)",
    );
    await page.getByRole("searchbox").fill("caution deposit");
    await expect(page.getByRole("search").getByRole("status")).toHaveText("2 found");
    await context.setOffline(false);
    await expect(page.getByText("You are offline.")).toBeHidden();
  });

  test("the guide for students is cached too, and no other page is @phone", async ({
    page,
    context,
    newStudent,
  }) => {
    await signIn(page, await newStudent());
    await page.goto("/counselling");
    await expect
      .poll(() =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/guides"))?.active?.state),
      )
      .toBe("activated");
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain("/guides");
    for (const name of kept) expect(name).toMatch(/^\/guides$|^\/assets\/[\w.-]+\.(css|js|woff2|svg)$/);
    await context.setOffline(true);
    await page.goto("/guides");
    await expectAllSections(page);
  });
});

test("a new version replaces the cached guide @desktop", async ({ page, server }) => {
  const worker = await fetch(`${server.url}/guides-worker.js`);
  expect(worker.headers.get("cache-control")).toBe("no-cache");
  expect(worker.headers.get("content-security-policy")).toBe("default-src 'none'; connect-src 'self'");
  await page.goto("/guides");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const [name = ""] = await caches.keys();
    const cache = await caches.open(name);
    const old = { headers: { "content-type": "text/html" } };
    await cache.put("/guides", new Response("<h1>Last year</h1>", old));
    await cache.put("/assets/of-last-year.js", new Response("old"));
  });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The way from rank to seat");
  await expect
    .poll(() =>
      page.evaluate(async () => ({
        page: await (await caches.match("/guides"))?.text(),
        file: await (await caches.match("/assets/of-last-year.js"))?.text(),
      })),
    )
    .toEqual({ page: expect.stringContaining("The way from rank to seat"), file: undefined });
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
