import type { Page } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { toast } from "./toast.ts";

const LIMITED = {
  status: 429,
  headers: { "retry-after": "1" },
  contentType: "application/json",
  body: JSON.stringify({
    code: "over_request_rate_limit",
    details: null,
    hint: null,
    message: "Too many requests",
  }),
};
const PROFILES = "**/rest/v1/profiles*";

/** Refuses requests of one method with 429, as many as given, and lets the others through. */
async function limit(page: Page, method: string, times: number): Promise<() => number> {
  let refused = 0;
  await page.route(PROFILES, (route) => {
    if (route.request().method() !== method || refused >= times) return route.fallback();
    refused += 1;
    return route.fulfill(LIMITED);
  });
  return () => refused;
}

test.describe("when the server has too many requests @phone", () => {
  test.use({ allowConsole: /status of 429/ });

  test("a page waits and appears, and a form keeps what was typed and saves with the next press", async ({
    page,
    newStudent,
  }) => {
    await test.step("a page waits and appears, without an error", async () => {
      await signIn(page, await newStudent({ profile: { first_name: "Meera" } }));
      const refused = await limit(page, "GET", 2);
      await page.goto("/update-profile");
      await expect(page.getByLabel("First Name")).toHaveValue("Meera");
      expect(refused()).toBe(2);
      await checkPage(page);
    });

    await test.step("a form says so, keeps what was typed, and saves with the next press", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await signIn(page, await newStudent({ profile: false }));
      await page.goto("/complete-profile");
      await limit(page, "POST", 1);
      await page.getByLabel("First Name").fill("Asha");
      await page.getByLabel("Last Name").fill("Gowda");
      await page.getByLabel("Phone Number").fill("98450 12345");
      const save = page.getByRole("button", { name: "Save and continue", exact: true });
      await save.click();
      await expect(page.getByRole("alert").filter({ hasText: "Failed to complete profile." })).toBeVisible();
      await expect(
        toast(page, "Too many requests at once. Nothing you typed is lost: wait a moment, then try again."),
      ).toBeVisible();
      await checkPage(page);
      await expect(page.getByLabel("First Name")).toHaveValue("Asha");
      await save.click();
      await expect(page).toHaveURL("/pricing");
    });
  });
});
