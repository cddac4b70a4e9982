import type { Page } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";

/** The rows without the column headings. */
const entriesOf = (page: Page) => page.getByRole("table", { name: "Audit Log" }).locator("tbody tr");
const BASIC = { level: "ug", exam: "cet", name: "Basic" } as const;

test("an admin finds who did what to whom, when and from where, even after a reload @desktop", async ({
  page,
  admin,
  newStudent,
}) => {
  await test.step("an admin finds who did what to whom, when and from where", async () => {
    const last_name = `Rao ${Date.now()}`;
    const student = await newStudent({ profile: { last_name }, plan: BASIC });
    await admin.tables.from("user_plans").update({ active: false }).eq("user_id", student.id);
    const { data } = await admin.tables.rpc("list_audit_log", { search: last_name, page_size: 1 });
    const at = new Date(data[0].at);
    await signIn(page, admin);
    await page.goto("/audit-log");
    await expect(page.getByRole("heading", { name: "Audit Log" })).toBeVisible();
    await page.getByLabel("Search").fill(last_name);
    await expect(page).toHaveURL(/search=Rao\+\d+/);
    const entries = entriesOf(page);
    await expect(entries).toHaveCount(2);
    await expect(entries.first()).toContainText(`Deactivated UG / CET / Basic for Asha ${last_name}`);
    const assigned = entries.last();
    await expect(assigned).toContainText(`Assigned UG / CET / Basic to Asha ${last_name}`);
    await expect(assigned).toContainText(student.email);
    await expect(assigned.getByTitle(student.id)).toContainText(student.id.slice(0, 8));
    await expect(assigned).toContainText(admin.email);
    await expect(assigned).toContainText(/127\.0\.0\.1|::1/);
    const kolkata = { timeZone: "Asia/Kolkata", hour: "numeric", minute: "2-digit", hour12: true } as const;
    await expect(entries.first().getByRole("time")).toHaveText(
      new RegExp(`${at.getFullYear()}, ${at.toLocaleTimeString("en-US", kolkata)}$`),
    );
    await checkPage(page);

    await page.getByRole("combobox", { name: "Action" }).selectOption("Plan assigned");
    await expect(entries).toHaveCount(1);
    await page.getByRole("combobox", { name: "Action" }).selectOption("Campaign retried");
    await expect(page.getByText("No results.")).toBeVisible();
    await checkPage(page);
  });

  await test.step("search, action, page and rows per page survive a reload", async () => {
    const student = await newStudent({ plan: BASIC });
    for (let count = 0; count < 10; count += 1)
      await admin.tables.rpc("assign_plan", { student: student.id, ...BASIC });
    await page.goto(`/audit-log?search=${student.email}&action=plan+assigned&page=9`);
    // A page that does not exist falls back to the first.
    await expect(page.getByText("Page 1 of 2")).toBeVisible();
    await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
    await expect(entriesOf(page)).toHaveCount(10);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    await expect(entriesOf(page)).toHaveCount(1);
    await page.reload();
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    await expect(page.getByLabel("Search")).toHaveValue(student.email);
    await expect(page.getByRole("combobox", { name: "Action" })).toHaveValue("plan assigned");
    await page.getByLabel("Rows per page").selectOption("20");
    await expect(page.getByText("Page 1 of 1")).toBeVisible();
    await expect(entriesOf(page)).toHaveCount(11);
  });
});

test("a search and an action chosen right after each other both apply @desktop", async ({ page, admin }) => {
  await signIn(page, admin);
  await page.clock.install();
  await page.goto("/audit-log");
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 10_000);
  await page.getByLabel("Search").fill("asha");
  await page.getByRole("combobox", { name: "Action" }).selectOption("Plan assigned");
  await page.clock.runFor(1000);
  await expect(page).toHaveURL("/audit-log?page=1&action=plan+assigned&search=asha");
});

test.describe("a slow or failed request", () => {
  test.use({ allowConsole: /status of 500/ });

  test("an audit log that cannot be loaded is reported and can be loaded again @desktop", async ({
    page,
    admin,
  }) => {
    await signIn(page, admin);
    const release = await holdRequests(page, "**/rpc/list_audit_log", {
      resume: (route) => route.fulfill({ status: 500, json: { code: "XX000" } }),
    });
    await page.goto("/audit-log?search=operator&action=super-admin+password+changed");
    await expect(page.getByText("Loading...")).toBeVisible();
    release();
    await expect(page.getByText("The audit log could not be loaded.")).toBeVisible();
    await checkPage(page);
    await page.unroute("**/rpc/list_audit_log");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(entriesOf(page).first()).toContainText("The operatorChanged the super-admin password");
  });
});
