import { expect, signIn, test } from "./fixtures.ts";
import { operatorOf } from "./people.ts";
import { toast } from "./toast.ts";
import { expectUncovered } from "./uncovered.ts";

test.use({ allowConsole: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

/** Long enough for a request that was queued offline to be sent after reconnecting. */
const RETRY_GRACE_MS = 1500;

test("a link, a switch and a form that were used offline say so, and nothing is saved later @phone", async ({
  page,
  context,
  newStudent,
  server,
}) => {
  const student = await newStudent({ plan: { level: "ug", exam: "cet", name: "Basic" } });
  await signIn(page, student);
  await page.goto("/pricing");
  await expect(page.getByRole("heading", { name: "Your Plan" })).toBeVisible();
  const openMenu = () => page.getByRole("button", { name: "Toggle Sidebar" }).click();

  await test.step("a link followed offline says so, and the app stays on the page", async () => {
    await openMenu();
    await expect(page.getByRole("link", { name: "Book Slot" })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("link", { name: "Book Slot" }).click();
    const message = toast(page, "You are offline. Please try again when you are connected.");
    await expect(message).toBeVisible();
    // The menu is still open.
    await expectUncovered(message);
    await expect(page).toHaveURL("/pricing");
    await context.setOffline(false);
    await page.getByRole("link", { name: "Book Slot" }).click();
    await expect(page).toHaveURL("/book-slot");
  });

  await test.step("a switch that failed offline says so, and its dialog can be closed", async () => {
    await openMenu();
    await page.getByRole("link", { name: "Notifications" }).click();
    const email = page.getByRole("switch", { name: "Receive updates via email" });
    await email.click();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Disable" }).click();
    await expect(toast(page, "Failed to update preferences.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await context.setOffline(false);
    await page.waitForTimeout(RETRY_GRACE_MS);
    await expect(email).toBeChecked();
  });

  await test.step("a form that failed offline keeps what was typed", async () => {
    await openMenu();
    await page.getByRole("link", { name: "Update Profile" }).click();
    await page.getByLabel("City").fill("Hampi");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible();
    await expect(page.getByLabel("City")).toHaveValue("Hampi");
    await context.setOffline(false);
    await page.waitForTimeout(RETRY_GRACE_MS);
    await expect(page).toHaveURL("/update-profile");
    const { data } = await operatorOf(server).from("profiles").select("city").eq("id", student.id).single();
    expect(data?.city).not.toBe("Hampi");
  });
});

test("a plan that an admin assigns offline is reported as failed, and not assigned later @desktop", async ({
  page,
  context,
  newStudent,
  admin,
  server,
}) => {
  const student = await newStudent();
  await signIn(page, admin);
  await page.goto(`/assign-plan?search=${student.email}`);
  await page.getByRole("button", { name: /^Assign/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Plan").selectOption("UG / CET / Basic");
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(toast(page, "Failed to assign plan.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await context.setOffline(false);
  await page.waitForTimeout(RETRY_GRACE_MS);
  const { data } = await operatorOf(server).from("user_plans").select("id").eq("user_id", student.id);
  expect(data).toEqual([]);
});
