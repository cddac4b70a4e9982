import { submit } from "./auth-forms.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { draftsOf, note } from "./kept-drafts.ts";
import { ADVANCED, at, book, chooseSlot, openHistory, press, SLOT_REQUESTS, startsOf } from "./slots.ts";
import { toast } from "./toast.ts";

test.describe("a chosen slot @phone", () => {
  test.use({ allowConsole: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

  test("is kept until it is sent by a press, and a booking whose answer was lost is not made twice", async ({
    page,
    newStudent,
    freeDay,
    context,
  }) => {
    await test.step("is kept, and a booking whose answer was lost is not made twice after a reload", async () => {
      const student = await newStudent({ plan: ADVANCED });
      await signIn(page, student);
      const day = await freeDay();
      await chooseSlot(page, day, "8:30 to 9:00 PM");
      const keys: (string | undefined)[] = [];
      let isCut = true;
      await page.route(SLOT_REQUESTS, async (route) => {
        const request = route.request();
        if (request.method() === "POST") {
          keys.push(request.headers()["idempotency-key"]);
          if (isCut) await route.fetch();
        }
        if (isCut) await route.abort();
        else await route.continue();
      });
      await press(page, "Book Slot");
      await expect(page.getByRole("alert")).toContainText("Not sent. It will be kept here.");
      await checkPage(page);
      expect(await startsOf(student)).toHaveLength(1);
      await page.reload();
      await expect(page.getByLabel("Date")).toHaveValue(day);
      await expect(page.getByLabel("Start Time")).toHaveValue("20:30");
      await expect(note(page)).toBeVisible();
      isCut = false;
      await press(page, "Book Slot");
      await expect(page.getByText("Slot booked!")).toBeVisible();
      expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
      expect(await startsOf(student)).toEqual([at(day, "20:30").toISOString()]);
      await expect(note(page)).toHaveCount(0);
      expect(await draftsOf(page)).toBe("");
    });

    await test.step("is sent again by a press on Try again, and never by itself", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const student = await newStudent({ plan: ADVANCED });
      const day = await freeDay();
      await book(student, day, "10:30");
      await signIn(page, student);
      await page.goto("/book-slot");
      await openHistory(page);
      await page.getByRole("button", { name: /^Edit / }).click();
      const dialog = page.getByRole("dialog", { name: "Edit Slot" });
      await dialog.getByLabel("New Start Time").fill("12:30");
      let moves = 0;
      page.on("request", (request) => {
        if (request.method() === "PATCH") moves += 1;
      });
      await context.setOffline(true);
      await press(page, "Save");
      await expect(dialog.getByRole("alert")).toContainText("Not sent. It will be kept here.");
      await checkPage(page);
      await context.setOffline(false);
      await page.reload();
      await openHistory(page);
      await page.getByRole("button", { name: /^Edit / }).click();
      await expect(dialog.getByLabel("New Start Time")).toHaveValue("12:30");
      expect(await startsOf(student)).toEqual([at(day, "10:30").toISOString()]);
      expect(moves).toBe(1);
      await page.route(SLOT_REQUESTS, (route) => route.abort());
      await press(page, "Save");
      await expect(dialog.getByRole("alert")).toContainText("Not sent. It will be kept here.");
      await page.unroute(SLOT_REQUESTS);
      await dialog.getByRole("alert").getByRole("button", { name: "Try again" }).click();
      await expect(toast(page, "Slot updated!")).toBeVisible();
      expect(await startsOf(student)).toEqual([at(day, "12:30").toISOString()]);
    });
  });
});

test.describe("an admin's forms @desktop", () => {
  test.use({ allowConsole: /ERR_FAILED/ });

  test("keep a plan to assign and an offer", async ({ page, admin, newStudent }) => {
    const student = await newStudent();
    await signIn(page, admin);
    await page.goto(`/assign-plan?search=${student.email}`);
    await page.getByRole("button", { name: /^Assign/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Plan").selectOption("UG / CET / Basic");
    await page.reload();
    await page.getByRole("button", { name: /^Assign/ }).click();
    await expect(dialog.getByLabel("Plan")).toHaveValue("UG / CET / Basic");
    await expect(note(page)).toBeVisible();
    await checkPage(page);
    await page.route("**/rpc/assign_plan", (route) => route.abort());
    await submit(page, "Assign").click();
    await expect(dialog.getByRole("alert")).toContainText("Not sent. It will be kept here.");
    await page.unroute("**/rpc/assign_plan");
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect(toast(page, "Plan assigned!")).toBeVisible();
    expect(await draftsOf(page)).toBe("");

    await page.goto("/manage-plans");
    await submit(page, "Add Plan").click();
    await dialog.getByLabel("Price").fill("4,321");
    await expect.poll(() => draftsOf(page)).toContain("4,321");
    await page.reload();
    await submit(page, "Add Plan").click();
    await expect(dialog.getByLabel("Price")).toHaveValue("4,321");
    await checkPage(page);
    await submit(page, "Cancel").click();
    expect(await draftsOf(page)).toBe("");
  });
});
