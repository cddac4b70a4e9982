import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests, withoutOverview } from "./held-requests.ts";

const PAGES = [
  "/assign-plan",
  "/today",
  "/students",
  "/manage-plans",
  "/send-notifications",
  "/admin-documents",
  "/mentors",
  "/cutoffs/manage",
  "/audit-log",
];
const REFUSED = "You are not authorized to access this page";

test.describe("admin pages", () => {
  test("a student is sent home from every admin page, without its code or data, and an admin sees that their rights are checked @desktop", async ({
    page,
    newStudent,
    admin,
  }) => {
    await test.step("a student is sent home from every admin page with the reason, and never loads its code or data", async () => {
      await signIn(page, await newStudent());
      const requested: string[] = [];
      page.on("request", (request) => requested.push(request.url()));
      await page.goto("/pricing");
      await expect(page.getByText("What are you applying for?")).toBeVisible();
      expect(
        requested.filter((url) =>
          /assign-plan|manage-plans|send-email|admin-documents|mentors|cutoff-lists|audit-log|people-table/.test(
            url,
          ),
        ),
      ).toEqual([]);
      for (const address of PAGES) {
        await test.step(address, async () => {
          await page.goto(address);
          await page.waitForURL((url) => url.pathname === "/");
          await expect(page.getByText(REFUSED)).toBeVisible();
          await expect(page.getByText(REFUSED)).toHaveCount(1);
        });
      }
      expect(requested.filter((url) => /\/rpc\/(list|count|find)_/.test(url))).toEqual([]);
    });

    await test.step("an admin sees that their rights are being checked, then the page", async () => {
      await signIn(page, admin);
      const release = await holdRequests(page, "**/functions/v1/check-admin");
      await page.goto("/assign-plan");
      await expect(page.getByText("Checking admin access...")).toBeVisible();
      release();
      await expect(page.getByRole("heading", { name: "Assign Plan (Admin Only)" })).toBeVisible();
      const links = page.getByRole("region", { name: "Admin" }).getByRole("link");
      await expect(links).toHaveText([
        "Today",
        "Agenda",
        "Students",
        "Assign Plan",
        "Payments",
        "Manage Plans",
        "Send Notifications",
        "View Documents",
        "Cut-off Lists",
        "Mentors",
        "Team",
        "Audit Log",
        "Security Events",
      ]);
      await page.goto("/complete-profile");
      await expect(page.getByText("Your colleagues see your name and your number.")).toBeVisible();
    });
  });

  test.describe("a failed check", () => {
    test.use({ allowConsole: /status of 50\d|Failed to load resource/ });

    test("an admin whose rights cannot be checked is sent home; on a lost connection they keep the links, and nobody else gets them @desktop", async ({
      page,
      admin,
      newStudent,
    }) => {
      await test.step("an admin whose rights cannot be checked is sent home", async () => {
        await signIn(page, admin);
        await page.route("**/functions/v1/check-admin", (route) => route.fulfill({ status: 500, json: {} }));
        await page.goto("/manage-plans");
        await page.waitForURL((url) => url.pathname === "/");
        await expect(page.getByText(REFUSED)).toHaveCount(0);
      });

      await test.step("on a lost connection, an admin keeps the links, and the page says so in its place; nobody else gets them", async () => {
        await page.unrouteAll({ behavior: "ignoreErrors" });
        const links = page.getByRole("region", { name: "Admin" }).getByRole("link");
        const lost = page.getByRole("main").getByRole("alert");
        await signIn(page, await newStudent());
        await withoutOverview(page);
        await page.route("**/functions/v1/check-admin", (route) => route.abort());
        await page.goto("/assign-plan");
        await expect(lost).toContainText("This could not be loaded.");
        await expect(links).toHaveCount(0);
        await page.unrouteAll();

        await signIn(page, admin);
        await page.goto("/notifications");
        await expect(links.first()).toBeVisible();
        await withoutOverview(page);
        await page.route("**/functions/v1/check-admin", (route) => route.abort());
        await page.reload();
        await links.filter({ hasText: "Assign Plan" }).click();
        await expect(lost).toContainText("This could not be loaded.");
        await expect(page).toHaveURL("/assign-plan");
        await expect(links).toHaveCount(13);
        await checkPage(page);
        await page.unrouteAll();
        await page.getByRole("button", { name: "Try again" }).click();
        await expect(page.getByRole("heading", { name: "Assign Plan (Admin Only)" })).toBeVisible();
      });
    });
  });
});
