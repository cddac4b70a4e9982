import type { Page } from "@playwright/test";
import { samples, TYPES } from "../world/files.ts";
import { queryAt } from "../world/sql.ts";
import { logIn, submit } from "./auth-forms.ts";
import { checkPage } from "./check-page.ts";
import { bucketOf, pdfFile, storedFiles, uploadFiles } from "./documents.ts";
import { download, remove } from "./documents-page.ts";
import { expect, signIn } from "./fixtures.ts";
import { test } from "./front-server.ts";
import type { Person } from "./people.ts";
import type { Server } from "./servers.ts";

const plan = { level: "ug", exam: "cet", name: "Basic" } as const;
const keep = (page: Page) => page.getByRole("switch", { name: "Keep on this phone" });
const mark = (page: Page) => page.getByText("On this phone", { exact: true });

/** The owner and name of every document on this device. Opening a cache that was just removed would create it again. */
const keptOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    navigator.locks.request("maarga-kept", async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("maarga-kept:"));
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flatMap((list, at) => [names[at] ?? "", ...list.map(({ url }) => url)]);
    }),
  );

async function open(page: Page, name: string): Promise<void> {
  const saved = page.waitForEvent("download");
  await download(page, name).click();
  await (await saved).path();
}

async function studentWith(server: Server, student: Person): Promise<Person> {
  await uploadFiles(server, student, [
    pdfFile("card.pdf"),
    { name: "photo.png", mimeType: TYPES.png, buffer: samples.png },
  ]);
  return student;
}

async function keepCard(page: Page): Promise<void> {
  await page.goto("/documents");
  await keep(page).click();
  await expect(keep(page)).toBeChecked();
  await open(page, "card.pdf");
  await expect(mark(page)).toHaveCount(1);
}

test.describe("documents on this phone @phone", () => {
  test.use({ allowConsole: /Failed to load resource|Failed to fetch|session has ended|status of 40/ });

  test("those that were opened are kept only if the student asks, open without a network, and go with a logout, an ended session or another account", async ({
    page,
    context,
    front,
    server,
    newStudent,
  }) => {
    await test.step("those that were opened are kept only if the student asks, and open without a network", async () => {
      const student = await studentWith(server, await newStudent({ plan }));
      await signIn(page, student);
      await page.goto("/documents");
      await expect(keep(page)).not.toBeChecked();
      await open(page, "card.pdf");
      expect(await keptOn(page)).toEqual([]);
      await keep(page).click();
      await expect(keep(page)).toBeChecked();
      await expect.poll(() => keptOn(page)).toEqual([`maarga-kept:${student.id}:documents`]);
      await page.getByRole("button", { name: "Preview photo.png" }).click();
      await expect(page.getByRole("img", { name: "photo.png" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(mark(page)).toHaveCount(1);
      await checkPage(page);
      const last = () => page.evaluate(async () => Boolean(await caches.match("/complete-profile")));
      await expect.poll(last, { timeout: 60_000 }).toBe(true);

      front.cut();
      await context.setOffline(true);
      await page.goto("/documents");
      await expect(mark(page)).toHaveCount(1);
      await expect(download(page, "card.pdf")).toHaveCount(0);
      await page.getByRole("button", { name: "Preview photo.png" }).click();
      await expect(page.getByRole("img", { name: "photo.png" })).toBeVisible();
      await page.keyboard.press("Escape");
      await open(page, "photo.png");
      await checkPage(page);
      front.restore();
      await context.setOffline(false);

      await open(page, "card.pdf");
      await expect(mark(page)).toHaveCount(2);
      // Another device deletes one, and this one the other.
      const [photo] = await storedFiles(server, student);
      await bucketOf(server, student).remove([`${student.id}/${photo?.name}`]);
      await page.reload();
      await expect(page.getByText("photo.png")).toHaveCount(0);
      await expect.poll(async () => (await keptOn(page)).length).toBe(2);
      await remove(page, "card.pdf").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("No documents uploaded yet.")).toBeVisible();
      await expect.poll(async () => (await keptOn(page)).length).toBe(1);
      await keep(page).click();
      await expect.poll(() => keptOn(page)).toEqual([]);
    });

    await test.step("they go when the switch is turned off, with a logout, an ended session and another account", async () => {
      const student = await studentWith(server, await newStudent({ plan }));
      const other = await newStudent({ plan });
      await signIn(page, student);
      await keepCard(page);
      await keep(page).click();
      await expect.poll(() => keptOn(page)).toEqual([]);
      await open(page, "card.pdf");
      await expect(keep(page)).not.toBeChecked();
      expect(await keptOn(page)).toEqual([]);

      await keepCard(page);
      const logout = await page.context().newPage();
      await logout.goto("/logout");
      // Even if the server cannot be reached.
      await logout.route("**/auth/v1/logout**", (route) => route.abort());
      await submit(logout, "Log out").click();
      await expect(logout.getByText("Something went wrong during logout.")).toBeVisible();
      expect(await keptOn(logout)).toEqual([]);
      await logout.close();
      await expect(page).toHaveURL("/auth");

      await signIn(page, student);
      await keepCard(page);
      await queryAt(server.databaseUrl, "delete from auth.sessions where user_id = $1", [student.id]);
      await page.goto("/documents", { waitUntil: "commit" });
      await expect(page).toHaveURL("/auth");
      expect(await keptOn(page)).toEqual([]);

      await page.evaluate((id) => caches.open(`maarga-kept:${id}:documents`), student.id);
      await logIn(page, other.email);
      await expect(page.getByText("No documents uploaded yet.")).toBeVisible();
      await expect.poll(() => keptOn(page)).toEqual([]);
    });
  });
});
