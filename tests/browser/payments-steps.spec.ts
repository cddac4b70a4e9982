import type { Page } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { type DeskOrder, newOrder, opened } from "./desk-orders.ts";
import { noisePicture } from "./documents.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { draftsOf } from "./kept-drafts.ts";
import { newUtr } from "./orders.ts";
import type { Person } from "./people.ts";
import { toast } from "./toast.ts";

const uniqueName = (name: string) => `${name} ${Date.now()}${Math.random().toString(36).slice(2, 6)}`;
const article = (page: Page) => page.getByRole("article");

async function openOrder(page: Page, admin: Person, order: DeskOrder, filter = "all"): Promise<void> {
  await signIn(page, admin);
  await page.goto(`/payments?state=${filter}&order=${order.id}`);
  await expect(article(page).getByRole("heading", { name: order.number })).toBeVisible();
}

async function press(page: Page, name: RegExp) {
  await article(page).getByRole("button", { name }).click();
  return page.getByRole("dialog");
}

test.describe("the steps of the desk @desktop", () => {
  test.describe("a request that gets no answer", () => {
    test.use({ allowConsole: /ERR_FAILED|status of 400/ });

    test("shows the error in its place, loses nothing that was typed, and counts once when it is sent again", async ({
      page,
      server,
      admin,
    }) => {
      await test.step("a rejection that was not sent", async () => {
        const order = await newOrder(server, admin, { last_name: uniqueName("Lost") });
        await openOrder(page, admin, order);
        const dialog = await press(page, /^Reject/);
        await expect(dialog.getByRole("button", { name: "Reject" })).toBeDisabled();
        await dialog.getByLabel("Reason").selectOption("Another reason");
        await expect(dialog.getByRole("button", { name: "Reject" })).toBeDisabled();
        await dialog.getByLabel("In your words").fill("It went to another account.");
        await checkPage(page);
        let isCut = true;
        await page.route("**/rpc/reject_order", (route) => (isCut ? route.abort() : route.continue()));
        await dialog.getByRole("button", { name: "Reject" }).click();
        await expect(dialog.getByRole("alert")).toContainText("Not sent. It will be kept here.");
        await checkPage(page);
        await page.reload();
        await press(page, /^Reject/);
        await expect(dialog.getByLabel("In your words")).toHaveValue("It went to another account.");
        await expect(dialog.getByText(/^Kept from/)).toBeVisible();
        isCut = false;
        await dialog.getByRole("button", { name: "Reject" }).click();
        await expect(toast(page, `${order.number} rejected.`)).toBeVisible();
        await expect(article(page).getByText("Rejected", { exact: true })).toBeVisible();
        await expect(article(page)).toContainText("Another reason. It went to another account.");
        expect(await draftsOf(page)).toBe("");
      });

      await test.step("a confirmation whose answer was lost", async () => {
        const order = await newOrder(server, admin, { last_name: uniqueName("Once") });
        await openOrder(page, admin, order);
        let isCut = true;
        await page.route("**/rpc/confirm_order", async (route) => {
          if (!isCut) return route.continue();
          await route.fetch();
          await route.abort();
        });
        await press(page, /^Confirm/);
        await expect(article(page).getByRole("alert")).toContainText("Not sent. It will be kept here.");
        isCut = false;
        await article(page).getByRole("button", { name: "Try again" }).click();
        await expect(toast(page, `${order.number} confirmed.`)).toBeVisible();
        const { steps } = await opened(admin, order);
        expect(steps.map(({ action }) => action)).toEqual(["make", "put payment", "confirm"]);
      });
    });
  });

  test("too little makes an order of the rest, too much waits for its refund", async ({
    page,
    server,
    admin,
  }) => {
    const short = await newOrder(server, admin, { last_name: uniqueName("Short") });
    await openOrder(page, admin, short);
    const dialog = await press(page, /^Another amount arrived/);
    await dialog.getByLabel("Amount that arrived").fill("₹5,000");
    await expect(dialog).toContainText("₹200 is missing");
    await checkPage(page);
    await dialog.getByRole("button", { name: "Take as paid short" }).click();
    await expect(toast(page, `${short.number} taken as paid short.`)).toBeVisible();
    await expect(article(page)).toContainText("₹5,000 arrived");
    await expect(article(page)).toContainText(/The rest\s*MRG-[^,]+, ₹200/);
    expect((await opened(admin, short)).plan).toBeNull();

    const over = await newOrder(server, admin, { last_name: uniqueName("Over") });
    await openOrder(page, admin, over);
    await press(page, /^Another amount arrived/);
    await dialog.getByLabel("Amount that arrived").fill("5300.50");
    await expect(dialog).toContainText("₹100.50 too much");
    await dialog.getByRole("button", { name: "Take as paid over" }).click();
    await expect(toast(page, `${over.number} taken as paid over.`)).toBeVisible();
    expect((await opened(admin, over)).plan).toMatchObject({ name: "Medium" });

    await press(page, /^Refund/);
    await expect(dialog.getByLabel("Amount, in rupees")).toHaveValue("100.5");
    await expect(dialog.getByRole("group", { name: "The student's plan" })).toHaveCount(0);
    await dialog.getByLabel("Reference of the refund").fill("N123");
    await checkPage(page);
    await dialog.getByRole("button", { name: "Note the refund" }).click();
    await expect(toast(page, `Refund of ₹100.50 noted for ${over.number}.`)).toBeVisible();
    await expect(article(page).getByText("Confirmed", { exact: true })).toBeVisible();

    await press(page, /^Refund/);
    await expect(dialog.getByLabel("Amount, in rupees")).toHaveValue("5200");
    await dialog.getByLabel("Amount, in rupees").fill("5200.01");
    await expect(dialog).toContainText("At most ₹5,200.");
    await dialog.getByLabel("Amount, in rupees").fill("5200");
    await dialog.getByLabel("Reference of the refund").fill("N124");
    await expect(dialog.getByRole("button", { name: "Note the refund" })).toBeDisabled();
    await dialog.getByRole("radio", { name: "Ends now" }).check();
    await checkPage(page);
    await dialog.getByRole("button", { name: "Note the refund" }).click();
    await expect(article(page).getByText("Refunded", { exact: true })).toBeVisible();
    await checkPage(page);
    expect((await opened(admin, over)).plan).toBeNull();
  });

  test("a payment goes to the order of another student, or is added from WhatsApp with its picture, and a confirmation can be undone", async ({
    page,
    server,
    admin,
  }) => {
    await test.step("a payment goes to the order of another student", async () => {
      const from = await newOrder(server, admin, { last_name: uniqueName("Giver") });
      const last_name = uniqueName("Taker");
      const to = await newOrder(server, admin, { last_name, utr: null });
      const paid = await newOrder(server, admin, { last_name });
      await openOrder(page, admin, from);
      const dialog = await press(page, /^Put to another order/);
      await dialog.getByLabel("Search").fill(last_name);
      await expect(dialog.getByRole("radio")).toHaveCount(1);
      await expect(dialog).not.toContainText(paid.number);
      await dialog.getByRole("radio", { name: to.number }).check();
      await checkPage(page);
      await dialog.getByRole("button", { name: "Put it there" }).click();
      await expect(toast(page, `The payment of ${from.number} is at ${to.number} now.`)).toBeVisible();
      await expect(article(page)).toContainText(`Payment put to another order by ${admin.email}`);
      await expect(article(page).getByText("No proof of a payment yet.")).toBeVisible();
      expect((await opened(admin, to)).order.state).toBe("proof sent");
    });

    await test.step("a payment that came by WhatsApp is put to its order with its picture, and a confirmation can be undone", async () => {
      const order = await newOrder(server, admin, { last_name: uniqueName("Chat"), utr: null });
      await openOrder(page, admin, order);
      const dialog = await press(page, /^Add a payment/);
      const add = dialog.getByRole("button", { name: "Add it" });
      await dialog.getByLabel("UTR").fill("12345");
      await expect(dialog.getByLabel("UTR")).toHaveAccessibleDescription(
        /^A UTR has 12 digits; this has 5\./,
      );
      await expect(add).toBeDisabled();
      await dialog.getByRole("radio", { name: "Cash" }).check();
      await expect(dialog.getByLabel("UTR")).toHaveCount(0);
      await expect(add).toBeDisabled();
      await dialog.getByRole("radio", { name: "UPI" }).check();
      const utr = newUtr();
      await dialog.getByLabel("UTR").fill(`Paid! UTR: ${utr} thank you`);
      const file = dialog.locator("input[type=file]");
      await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
      await expect(dialog.getByRole("status")).toContainText("This must be a picture");
      await expect(add).toBeDisabled();
      // Random, because a picture that was sent before causes a warning.
      await file.setInputFiles(await noisePicture(page, "whatsapp.jpg", "image/jpeg", 60, 90));
      await expect(dialog.getByRole("status")).toContainText("whatsapp.jpg");
      await checkPage(page);
      await add.click();
      await expect(toast(page, `The payment is at ${order.number} now.`)).toBeVisible();
      await expect(article(page)).toContainText(utr);
      await expect(article(page)).toContainText("added by an admin");
      const picture = article(page).getByRole("img", { name: "The proof of the payment" });
      await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(60);
      await checkPage(page);
      const { data: views } = await admin.tables.rpc("list_audit_log", {
        search: order.email,
        action_filter: "payment proof viewed",
      });
      expect(views).toHaveLength(1);

      await press(page, /^Confirm/);
      await expect(toast(page, `${order.number} confirmed.`)).toBeVisible();
      await press(page, /^Undo the confirmation/);
      await expect(dialog.getByRole("button", { name: "Undo the confirmation" })).toBeDisabled();
      await dialog.getByLabel("Why").fill("Wrong student.");
      await dialog.getByRole("button", { name: "Undo the confirmation" }).click();
      await expect(toast(page, `${order.number} waits again.`)).toBeVisible();
      await expect(article(page)).toContainText(/MRG\/\d\d-\d\d\/\d{5}Cancelled/);
      await press(page, /^Cancel the order/);
      await checkPage(page);
      await dialog.getByRole("button", { name: "Cancel the order" }).click();
      // The receipt was cancelled before, the order is now.
      await expect(article(page).getByText("Cancelled", { exact: true })).toHaveCount(2);
    });
  });
});
