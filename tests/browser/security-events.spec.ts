import type { Page } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";
import { signInByPassword } from "./people.ts";

/** The rows without the column headings. */
const eventsOf = (page: Page) => page.getByRole("table", { name: "Security Events" }).locator("tbody tr");

test("a student sees their own recent activity, a page at a time @phone", async ({
  page,
  server,
  newStudent,
}) => {
  const student = await newStudent();
  await newStudent();
  for (let count = 0; count < 11; count += 1) await signInByPassword(server, student);
  await signIn(page, student);
  await page.goto("/account");
  const section = page.getByRole("region", { name: "Recent activity" });
  const entries = section.getByRole("listitem");
  await expect(entries).toHaveCount(10);
  await expect(entries.first()).toContainText("Signed in with the password");
  await expect(entries.first()).toContainText(/20\d\d, \d+:\d\d [AP]M/);
  await expect(entries.first()).toContainText(/127\.0\.0\.1|::1/);
  await checkPage(page);
  await section.getByRole("button", { name: "Older" }).click();
  await expect(entries).toHaveCount(2);
  await expect(section.getByRole("button", { name: "Older" })).toBeDisabled();
  await section.getByRole("button", { name: "Newer" }).click();
  await expect(entries).toHaveCount(10);
});

test("an admin finds the security events of a person by address, kind and day @desktop", async ({
  page,
  admin,
  newStudent,
}) => {
  const student = await newStudent();
  await signIn(page, admin);
  await page.goto("/security-events");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Security Events");
  await page.getByLabel("Search").fill(student.email);
  await expect(page).toHaveURL(/search=/);
  const events = eventsOf(page);
  await expect(events).toHaveCount(1);
  await expect(events.first()).toContainText("Signed in with the password");
  await expect(events.first()).toContainText(student.email);
  await expect(events.first().getByTitle(student.id)).toContainText(student.id.slice(0, 8));
  await checkPage(page);

  await page.getByRole("combobox", { name: "Event" }).selectOption("Sign-in failed");
  await expect(page.getByText("No results.")).toBeVisible();
  await page.getByRole("combobox", { name: "Event" }).selectOption("Signed in");
  await expect(events).toHaveCount(1);
  await page.getByLabel("Day").fill("2020-01-01");
  await expect(page.getByText("No results.")).toBeVisible();
  await checkPage(page);
  await page.reload();
  await expect(page.getByLabel("Day")).toHaveValue("2020-01-01");
  await page.getByLabel("Day").fill("");
  await expect(events).toHaveCount(1);
});

test.describe("a failed request", () => {
  test.use({ allowConsole: /status of 500/ });

  test("security events that cannot be loaded can be loaded again @desktop", async ({ page, admin }) => {
    await signIn(page, admin);
    const release = await holdRequests(page, "**/rpc/list_security_events", {
      resume: (route) => route.fulfill({ status: 500, json: { code: "XX000" } }),
    });
    await page.goto("/security-events?kind=admin+rights+granted");
    await expect(page.getByText("Loading...")).toBeVisible();
    release();
    await expect(page.getByText("The security events could not be loaded.")).toBeVisible();
    await checkPage(page);
    await page.unroute("**/rpc/list_security_events");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(eventsOf(page).first()).toContainText("Got admin rights");
  });
});
