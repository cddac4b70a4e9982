import { newEmail, PASSWORD } from "../world/people.ts";
import { queryAt } from "../world/sql.ts";
import { alertIn, email, logIn, NOT_REACHED, password, register, submit } from "./auth-forms.ts";
import { useBadLine } from "./bad-line.ts";
import { pdfFile } from "./documents.ts";
import { chosen, download, MB, picker, upload } from "./documents-page.ts";
import { expect, test } from "./fixtures.ts";
import { OVERVIEW } from "./held-requests.ts";
import { linkIn, mailsTo, mailTo } from "./mailbox.ts";
import { assignPlan, type Person } from "./people.ts";
import { ADVANCED, at, freeSlot, openHistory, press, SLOT_REQUESTS } from "./slots.ts";
import { toast } from "./toast.ts";

test.use({ allowConsole: /ERR_INTERNET_DISCONNECTED|Failed to fetch|AuthRetryableFetchError/ });

const NOT_SENT = "Not sent. It will be kept here.";
const LOST = "The connection was lost.";
const PROFILES = /\/rest\/v1\/profiles/;
const TOKENS = /\/auth\/v1\/token/;
const UPLOADS = /\/storage\/v1\/upload\/resumable/;

test("a student gets from registering to a booked slot and documents, although the line is cut at every step @phone", async ({
  page,
  server,
  freeDay,
}) => {
  test.slow();
  const address = newEmail("bad-line");
  const line = await useBadLine(page);
  const alert = alertIn(page);
  const tryAgain = page.getByRole("button", { name: "Try again", exact: true });
  const find = (sql: string) => queryAt(server.databaseUrl, sql, [address]);
  const slots = () =>
    find("select start_time from slots where user_id = (select id from profiles where email = $1)");
  const orders = () =>
    find("select from orders where user_id = (select id from auth.users where email = $1)");
  const openFromMenu = async (name: string) => {
    await page.getByRole("button", { name: "Toggle Sidebar" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name, exact: true }).click();
  };

  await test.step("registers", async () => {
    await page.goto("/auth");
    await line.cutAt({ method: "POST", url: /\/auth\/v1\/signup/, lost: "request" });
    await register(page, address);
    await expect(alert).toContainText(NOT_REACHED);
    await expect(email(page)).toHaveValue(address);
    await expect(password(page)).toHaveValue(PASSWORD);
    await line.restore();
    await submit(page, "Register").click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    expect(await find("select from auth.pending_sign_ups where email = $1")).toHaveLength(1);
  });

  await test.step("comes back to “Check your email”", async () => {
    await line.cut();
    await expect(page.reload()).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
    await line.restore();
    await page.goto("/auth");
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await expect(page.getByText(address)).toBeVisible();
  });

  await test.step("opens the mailed link", async () => {
    await line.cutAt({ method: "POST", url: TOKENS, lost: "request" });
    await page.goto(linkIn(await mailTo(server, address)));
    await expect(alert).toContainText("We could not reach Maarga.");
    await line.restore();
    await tryAgain.click();
    await expect(page).toHaveURL("/complete-profile");
    expect(await mailsTo(server, address)).toHaveLength(1);
    expect(await find("select from auth.users where email = $1")).toHaveLength(1);
  });

  await test.step("completes the profile", async () => {
    await page.getByLabel("First Name").fill("Asha");
    await page.getByLabel("Last Name").fill("Gowda");
    await page.getByLabel("Phone Number").fill("98450 12345");
    await line.cutAt({ method: "POST", url: PROFILES, lost: "answer" });
    await submit(page, "Save and continue").click();
    await expect(alert).toContainText(NOT_SENT);
    await expect(page.getByLabel("Phone Number")).toHaveValue("98450 12345");
    expect(await find("select from profiles where email = $1")).toHaveLength(1);
    await line.restore();
    await tryAgain.click();
    await expect(page).toHaveURL("/pricing");
    expect(await find("select from profiles where email = $1")).toHaveLength(1);
  });

  await test.step("chooses a plan", async () => {
    // From now on, the device knows the plan.
    await expect(page.getByText("Choose both to see the plans")).toBeVisible();
    const scriptsHaveRun = () => page.waitForFunction(() => !("repeatEarlyInput" in window));
    await line.cutAt({ method: "GET", url: OVERVIEW, lost: "request", when: scriptsHaveRun });
    await page.reload();
    await expect(page.getByRole("main").getByRole("status")).toContainText("Maarga cannot be reached now.");
    await line.restore();
    // The page asks again by itself.
    await page.getByText("UG", { exact: true }).click();
    // The code of the next screen comes with the first choice.
    await page.waitForFunction(() =>
      ["paying", "order-status"].every((part) =>
        performance.getEntriesByType("resource").some(({ name }) => name.includes(`/${part}-`)),
      ),
    );
    await line.cut();
    await page.getByText("CET", { exact: true }).click();
    await submit(page, "Choose Advanced").click();
    await expect(page.getByRole("heading", { name: "Pay ₹10,000" })).toBeVisible();
    await expect(alert).toContainText("We could not reach Maarga to prepare your order.");
    await line.restore();
    // The page makes the order as soon as the line is back.
    await expect.poll(orders).toHaveLength(1);
  });

  const [user] = await find("select id from auth.users where email = $1");
  await assignPlan(server, user as Person, ADVANCED);
  const day = await freeDay();

  await test.step("books a slot", async () => {
    await page.goto("/book-slot");
    await page.getByLabel("Date").fill(day);
    await freeSlot(page, day, "10:30 to 11:00 AM").click();
    await line.cutAt({ method: "POST", url: SLOT_REQUESTS, lost: "answer" });
    await press(page, "Book Slot");
    await expect(alert).toContainText(NOT_SENT);
    await expect(page.getByLabel("Date")).toHaveValue(day);
    await expect(page.getByLabel("Start Time")).toHaveValue("10:30");
    expect(await slots()).toHaveLength(1);
    await line.restore();
    await tryAgain.click();
    await expect(toast(page, "Slot booked!")).toBeVisible();
    expect(await slots()).toEqual([{ start_time: at(day, "10:30") }]);
  });

  await test.step("moves it", async () => {
    await openHistory(page);
    await page.getByRole("button", { name: /^Edit / }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Slot" });
    await dialog.getByLabel("New Start Time").fill("12:30");
    await line.cutAt({ method: "PATCH", url: SLOT_REQUESTS, lost: "answer" });
    await press(page, "Save");
    await expect(dialog.getByRole("alert")).toContainText(NOT_SENT);
    await expect(dialog.getByLabel("New Start Time")).toHaveValue("12:30");
    expect(await slots()).toEqual([{ start_time: at(day, "12:30") }]);
    await line.restore();
    await tryAgain.click();
    await expect(toast(page, "Slot updated!")).toBeVisible();
    expect(await slots()).toEqual([{ start_time: at(day, "12:30") }]);
  });

  await test.step("deletes it", async () => {
    await page.getByRole("button", { name: /^Delete / }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete this slot?" });
    await line.cutAt({ method: "DELETE", url: SLOT_REQUESTS, lost: "answer" });
    await press(page, "Delete");
    await expect(dialog.getByRole("alert")).toContainText(LOST);
    expect(await slots()).toEqual([]);
    await line.restore();
    await tryAgain.click();
    await expect(toast(page, "Slot deleted!")).toBeVisible();
    await expect(page.getByText("No slots booked yet.")).toBeVisible();
  });

  await test.step("uploads a document", async () => {
    await line.cut();
    await openFromMenu("Your Documents");
    await expect(toast(page, "You are offline.")).toBeVisible();
    await line.restore();
    await page.getByRole("link", { name: "Your Documents" }).click();
    await expect(page).toHaveURL("/documents");
    await picker(page).setInputFiles([pdfFile("marks.pdf", 0.15 * MB)]);
    await line.cutAt({ method: "PATCH", url: UPLOADS, lost: "answer" });
    await upload(page).click();
    await expect(chosen(page, "marks.pdf")).toContainText("Waiting for the connection…");
    await line.restore();
    // It continues by itself.
    await expect(download(page, "marks.pdf")).toBeVisible();
    await expect(chosen(page, "marks.pdf")).toHaveCount(0);
    expect(
      await find(
        "select from storage.objects where name like (select id from auth.users where email = $1) || '/%'",
      ),
    ).toHaveLength(1);
  });

  await test.step("turns e-mail off", async () => {
    await openFromMenu("Notifications");
    await page.getByRole("switch", { name: "Receive updates via email" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Disable Notification?" });
    await line.cutAt({ method: "PATCH", url: PROFILES, lost: "answer" });
    await press(page, "Disable");
    await expect(dialog.getByRole("alert")).toContainText(LOST);
    await line.restore();
    await tryAgain.click();
    await expect(toast(page, "Preferences updated.")).toBeVisible();
    expect(await find("select notify_email from profiles where email = $1")).toEqual([
      { notify_email: false },
    ]);
  });

  await test.step("updates the profile", async () => {
    await openFromMenu("Update Profile");
    await page.getByLabel(/^City/).fill("Hampi");
    await line.cutAt({ method: "PATCH", url: PROFILES, lost: "request" });
    await press(page, "Update");
    await expect(alert).toContainText(NOT_SENT);
    await expect(page.getByLabel(/^City/)).toHaveValue("Hampi");
    expect(await find("select city from profiles where email = $1")).not.toEqual([{ city: "Hampi" }]);
    await line.restore();
    await tryAgain.click();
    await expect(page).toHaveURL("/pricing");
    expect(await find("select city from profiles where email = $1")).toEqual([{ city: "Hampi" }]);
  });

  await test.step("logs out", async () => {
    await line.cutAt({ method: "POST", url: /\/auth\/v1\/logout/, lost: "request" });
    await openFromMenu("Sign Out");
    await expect(page.getByText("You are logged out on this device.")).toBeVisible();
    await line.restore();
    await page.getByRole("link", { name: "Try Login Again" }).click();
  });

  await test.step("logs in", async () => {
    await line.cutAt({ method: "POST", url: TOKENS, lost: "request" });
    await logIn(page, address);
    await expect(alert).toContainText(NOT_REACHED);
    await expect(email(page)).toHaveValue(address);
    await expect(password(page)).toHaveValue(PASSWORD);
    await line.restore();
    await submit(page, "Login").click();
    await expect(page).toHaveURL("/pricing");
    await expect(page.getByText("Already on Highest Plan")).toBeVisible();
  });
});
