import type { Page } from "@playwright/test";
import { queryAt } from "../world/sql.ts";
import { logIn, submit } from "./auth-forms.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { draftsOf, note, throwAway } from "./kept-drafts.ts";
import type { Person } from "./people.ts";
import { toast } from "./toast.ts";

const city = (page: Page) => page.getByLabel(/^City/);

async function typeCity(page: Page, text = "Hampi"): Promise<void> {
  await page.goto("/update-profile");
  await city(page).fill(text);
  await expect.poll(() => draftsOf(page)).toContain(text);
}

/** Opens a page in a new tab, and closes the old one, as a phone does to save memory. */
async function openInNewTab(page: Page, address: string): Promise<Page> {
  const next = await page.context().newPage();
  await page.close();
  await next.goto(address);
  return next;
}

test.describe("what is typed @phone", () => {
  test("stays in each form until it is sent or thrown away, also after Back, a reload and a killed tab, and never holds a password", async ({
    page,
    newStudent,
    server,
  }) => {
    await test.step("stays in the contact form of a visitor, until it is sent", async () => {
      await page.goto("/contact");
      const message = page.getByLabel("Message");
      await message.fill("Is UG NEET one plan?");
      await expect.poll(() => draftsOf(page)).toContain("UG NEET");
      await page.reload();
      await expect(message).toHaveValue("Is UG NEET one plan?");
      await expect(note(page)).toBeVisible();
      await checkPage(page);
      await throwAway(page).click();
      await expect(message).toHaveValue("");
      await expect(note(page)).toBeHidden();
      await page.getByLabel("Name").fill("Asha");
      await page.getByLabel("Email").fill("asha@example.com");
      await message.fill("Hello");
      await submit(page, "Send Message").click();
      await expect(page.getByRole("alert")).toContainText("Thank you for your message, Asha.");
      expect(await draftsOf(page)).toBe("");
    });

    await test.step("stays in the first form of a new student", async () => {
      await signIn(page, await newStudent({ profile: false }));
      await page.goto("/complete-profile");
      await page.getByLabel("First Name").fill("Asha");
      await expect.poll(() => draftsOf(page)).toContain("Asha");
      await page.reload();
      await expect(page.getByLabel("First Name")).toHaveValue("Asha");
      await expect(note(page)).toBeVisible();
    });

    await test.step("is thrown away by Cancel, and never holds a password", async () => {
      await signIn(page, await newStudent());
      await page.goto("/update-profile");
      await page.getByLabel("Email").fill("new@example.com");
      await page.getByLabel("Current Password").fill("my secret password");
      await city(page).fill("Hampi");
      await expect.poll(() => draftsOf(page)).toContain("Hampi");
      expect(await draftsOf(page)).toContain("new@example.com");
      expect(await draftsOf(page)).not.toContain("secret");
      await submit(page, "Cancel").click();
      await expect(page).not.toHaveURL("/update-profile");
      expect(await draftsOf(page)).toBe("");
    });

    await test.step("stays in the codes of an option list, whose five tabs fit on the screen", async () => {
      const openCodes = async () => {
        await page.getByRole("button", { name: "Add options" }).click();
        await page.getByRole("tab", { name: "By code" }).click();
      };
      await page.goto("/options");
      await expect(page.getByRole("tab", { name: "Print" })).toBeInViewport({ ratio: 1 });
      await openCodes();
      await page.getByLabel("Codes").fill("X901 CS");
      await page.reload();
      await openCodes();
      await expect(page.getByLabel("Codes")).toHaveValue("X901 CS");
      await throwAway(page).click();
      expect(await draftsOf(page)).toBe("");
    });

    await test.step("is thrown away after 30 days", async () => {
      await signIn(page, await newStudent());
      await typeCity(page);
      await page.evaluate(() => {
        for (const [key, text] of Object.entries(localStorage)) {
          if (!key.startsWith("maarga-draft:")) continue;
          const draft = JSON.parse(text);
          localStorage.setItem(key, JSON.stringify({ ...draft, keptAt: draft.keptAt - 30 * 86_400_000 }));
        }
      });
      await page.reload();
      await expect(page.getByLabel("First Name")).toHaveValue("Asha");
      await expect(city(page)).toHaveValue("");
      expect(await draftsOf(page)).toBe("");
    });

    await test.step("is there after Back, after leaving, and is gone once it is sent", async () => {
      const student = await newStudent();
      await signIn(page, student);
      await page.goto("/notifications");
      await typeCity(page);
      await page.goBack();
      const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
      if (await question.isVisible()) await submit(page, "Leave").click();
      await expect(page).toHaveURL("/notifications");
      await page.goForward();
      await expect(city(page)).toHaveValue("Hampi");
      // Another device saved another field meanwhile: only what was typed here is sent over it.
      await queryAt(server.databaseUrl, "update public.profiles set pin_code = '583239' where id = $1", [
        student.id,
      ]);
      await page.reload();
      await expect(page.getByLabel(/^Pin Code/)).toHaveValue("583239");
      await submit(page, "Update").click();
      await expect(page).toHaveURL("/pricing");
      expect(await draftsOf(page)).toBe("");
      await page.goto("/update-profile");
      await expect(city(page)).toHaveValue("Hampi");
      await expect(note(page)).toHaveCount(0);
    });

    await test.step("survives a reload and a killed tab, until it is thrown away", async () => {
      await signIn(page, await newStudent());
      await typeCity(page);
      await page.reload();
      await expect(city(page)).toHaveValue("Hampi");
      await expect(note(page)).toBeVisible();
      await checkPage(page);
      const tab = await openInNewTab(page, "/update-profile");
      await expect(city(tab)).toHaveValue("Hampi");
      await throwAway(tab).click();
      await expect(city(tab)).toHaveValue("");
      await expect(note(tab)).toHaveCount(0);
      await expect(tab.getByLabel("First Name")).toBeFocused();
      expect(await draftsOf(tab)).toBe("");
      await tab.reload();
      await expect(city(tab)).toHaveValue("");
    });
  });
});

test.describe("whose it is @phone", () => {
  test.use({ allowConsole: /status of 40[013]|session has ended/ });

  const endSessions = (databaseUrl: string, { id }: Person) =>
    queryAt(databaseUrl, "delete from auth.sessions where user_id = $1", [id]);

  test("is there for the same student after their session ended, and for nobody else", async ({
    page,
    newStudent,
    server,
  }) => {
    await test.step("a session that ends by itself says so, and the same student comes back to the filled form", async () => {
      const student = await newStudent();
      await signIn(page, student);
      await page.goto("/update-profile?from=menu");
      await city(page).fill("Hampi");
      await endSessions(server.databaseUrl, student);
      await submit(page, "Update").click();
      await expect(page).toHaveURL("/auth");
      await expect(toast(page, "You have been logged out")).toBeVisible();
      await logIn(page, student.email);
      await expect(page).toHaveURL("/update-profile?from=menu");
      await expect(city(page)).toHaveValue("Hampi");
      await expect(note(page)).toBeVisible();
    });

    await test.step("nobody else finds it: another account on this device deletes it", async () => {
      const [student, other] = [await newStudent(), await newStudent()];
      await signIn(page, student);
      await typeCity(page);
      await endSessions(server.databaseUrl, student);
      await submit(page, "Update").click();
      await expect(page).toHaveURL("/auth");
      expect(await draftsOf(page)).toContain("Hampi");
      await logIn(page, other.email);
      await expect(page).toHaveURL("/update-profile");
      await expect(page.getByLabel("First Name")).toHaveValue("Asha");
      await expect(city(page)).toHaveValue("");
      expect(await draftsOf(page)).toBe("");
    });

    await test.step("a logout deletes it, even in another tab", async () => {
      await signIn(page, await newStudent());
      await typeCity(page);
      const other = await page.context().newPage();
      await other.goto("/logout");
      await submit(other, "Log out").click();
      await expect(other.getByText("You have been successfully logged out.")).toBeVisible();
      expect(await draftsOf(other)).toBe("");
      await expect(page).toHaveURL("/auth");
      expect(await draftsOf(page)).toBe("");
    });
  });
});
