import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";
import { recordLayoutShifts } from "./layout-shifts.ts";

test.describe("the list of students", () => {
  test("a search and a status chosen right after each other both apply @desktop", async ({ page, admin }) => {
    await signIn(page, admin);
    await page.clock.install();
    await page.goto("/assign-plan");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    const [search, status] = [page.getByLabel("Search"), page.getByRole("combobox", { name: "Status" })];
    // The search waits for a pause in the typing.
    await page.clock.pauseAt(Date.now() + 10_000);
    await search.fill("asha");
    await status.selectOption("None");
    await page.clock.runFor(1000);
    await expect(page).toHaveURL("/assign-plan?search=asha&status=None");
    await search.fill("");
    await status.selectOption("Active");
    await search.fill("rao");
    await status.selectOption("Inactive");
    await page.clock.runFor(1000);
    await expect(page).toHaveURL("/assign-plan?search=rao&status=Inactive");
  });

  test("nothing shifts while the page loads, on a desktop and on a phone @desktop", async ({
    page,
    admin,
    newStudent,
  }) => {
    await newStudent();
    await signIn(page, admin);
    const shifts = await recordLayoutShifts(page);
    // As if the service worker had the fonts: the font of this machine breaks the rows of other tests differently.
    await page.addInitScript(() => {
      Object.defineProperty(navigator.serviceWorker, "controller", { value: { postMessage() {} } });
    });
    for (const size of [page.viewportSize(), { width: 360, height: 740 }]) {
      if (size) await page.setViewportSize(size);
      const release = await holdRequests(page, "**/rpc/list_students");
      await page.goto("/assign-plan");
      await expect(page.getByText("Loading...")).toBeVisible();
      release();
      await expect(page.getByText(/^Page 1 of/)).toBeVisible();
      expect(await shifts()).toEqual([]);
      await page.unrouteAll();
    }
  });
});
