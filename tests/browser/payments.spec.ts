import type { Page } from "@playwright/test";
import { grantAdmin } from "../world/people.ts";
import { checkPage } from "./check-page.ts";
import { newOrder, opened } from "./desk-orders.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { newUtr } from "./orders.ts";
import { toast } from "./toast.ts";

/** Several pages of the queue. */
const ORDERS = 50;
const uniqueName = (name: string) => `${name} ${Date.now()}${Math.random().toString(36).slice(2, 6)}`;
const queue = (page: Page) => page.getByRole("list", { name: "Orders" }).getByRole("listitem");
const heading = (page: Page, text: string | RegExp) => page.getByRole("heading", { level: 2, name: text });
const button = (page: Page, name: string | RegExp) => page.getByRole("article").getByRole("button", { name });
const found = (last_name: string) => `/payments?search=${encodeURIComponent(last_name)}`;

test.describe("the payment desk", () => {
  test("clean payments are confirmed by keyboard alone, with one key each, and the shortcuts leave typing alone @desktop", async ({
    page,
    server,
    admin,
  }) => {
    test.slow();
    const last_name = uniqueName("Quick");
    const orders = [];
    // Made one after the other, because the queue lists the oldest first.
    for (let count = 0; count < ORDERS; count += 1) orders.push(await newOrder(server, admin, { last_name }));
    await signIn(page, admin);
    await page.goto(found(last_name));
    await expect(queue(page)).toHaveCount(Math.min(ORDERS, 10));
    let keys = 0;
    const press = (key: string) => {
      keys += 1;
      return page.keyboard.press(key);
    };
    await press("j");
    for (const { number } of orders) {
      await expect(heading(page, number)).toBeFocused();
      await expect(page.getByText("Nothing looks wrong.")).toBeVisible();
      await expect(button(page, /^Confirm/)).toBeEnabled();
      await press("Enter");
    }
    await expect(queue(page)).toHaveText(["No results."]);
    // The first key opens the first order.
    expect(keys).toBe(1 + ORDERS);
    for (const order of orders) {
      const { order: kept, steps } = await opened(admin, order);
      expect([kept.state, steps.map(({ action }) => action)]).toEqual([
        "confirmed",
        ["make", "put payment", "confirm"],
      ]);
    }

    await test.step("the shortcuts leave typing alone, and can be turned off", async () => {
      const name = uniqueName("Keys");
      const first = await newOrder(server, admin, { last_name: name });
      const second = await newOrder(server, admin, { last_name: name });
      await page.goto(found(name));
      await expect(queue(page)).toHaveCount(2);
      await page.keyboard.press("j");
      await expect(heading(page, first.number)).toBeFocused();
      await page.keyboard.press("j");
      await expect(heading(page, second.number)).toBeFocused();
      await page.keyboard.press("j");
      await page.keyboard.press("k");
      await expect(heading(page, first.number)).toBeFocused();
      await page.keyboard.press("/");
      const search = page.getByLabel("Search");
      await expect(search).toBeFocused();
      await page.keyboard.press("End");
      await page.keyboard.type("jkr/");
      await expect(search).toHaveValue(`${name}jkr/`);
      await search.fill(name);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("list", { name: "Orders" })).toBeFocused();
      await page.keyboard.press("r");
      const dialog = page.getByRole("dialog", { name: `Reject ${first.number}` });
      await expect(dialog.getByLabel("Reason")).toBeFocused();
      await dialog.getByLabel("In your words").fill("jk");
      await expect(dialog.getByLabel("In your words")).toHaveValue("jk");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("article")).toHaveCount(0);

      await page.getByRole("switch", { name: "Keyboard shortcuts" }).click();
      await page.keyboard.press("Escape");
      await page.keyboard.press("j");
      await expect(page.getByRole("article")).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole("switch", { name: "Keyboard shortcuts" })).not.toBeChecked();
      await checkPage(page);
    });

    await test.step("a search and a state chosen right after each other both apply", async () => {
      await page.clock.install();
      await page.goto("/payments");
      await expect(page.getByText(/^Page 1 of/)).toBeVisible();
      await page.clock.pauseAt(Date.now() + 10_000);
      await page.getByLabel("Search").fill("MRG-4F7K-2");
      await page.getByRole("combobox", { name: "State" }).selectOption("confirmed");
      await page.clock.runFor(1000);
      await expect(page).toHaveURL("/payments?page=1&state=confirmed&search=MRG-4F7K-2");
    });
  });

  test("warnings are shown, a confirmation asks first, and the next order opens; on a phone, an order takes the place of the queue @phone", async ({
    page,
    server,
    admin,
  }) => {
    const last_name = uniqueName("Doubt");
    const utr = newUtr();
    const before = await newOrder(server, admin, { last_name, utr });
    await admin.tables.rpc("reject_order", { order_id: before.id, reason: "not received" });
    const doubtful = await newOrder(server, admin, { last_name, first_name: "Ravi", utr });
    const clean = await newOrder(server, admin, { last_name, first_name: "Meena" });
    await signIn(page, admin);
    await page.goto(found(last_name));
    await expect(queue(page)).toHaveCount(2);
    await expect(queue(page).first()).toContainText(`Ravi ${last_name}`);
    await expect(queue(page).first()).toContainText("Proof sent");
    await expect(queue(page).first()).toContainText("1 thing looks wrong");
    await expect(queue(page).first()).toContainText("for less than a minute");
    await checkPage(page);

    await queue(page).first().getByRole("link").click();
    await expect(heading(page, `${doubtful.number}, Ravi ${last_name}`)).toBeFocused();
    await expect(page.getByRole("article")).toContainText(`The same UTR was sent for ${before.number}.`);
    await expect(page.getByRole("article")).toContainText(utr);
    await expect(page.getByRole("article")).toContainText("₹5,200");
    await checkPage(page);
    await button(page, /^Confirm/).click();
    const dialog = page.getByRole("dialog", { name: `Confirm ${doubtful.number} all the same` });
    await expect(dialog).toContainText(`The same UTR was sent for ${before.number}.`);
    await dialog.getByLabel("Why it is right").fill("The bank shows it since today.");
    await checkPage(page);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(toast(page, `${doubtful.number} confirmed.`)).toBeVisible();
    await expect(heading(page, `${clean.number}, Meena ${last_name}`)).toBeFocused();
    await expect(page.getByText("Nothing looks wrong.")).toBeVisible();
    await checkPage(page);

    await page.goto(`${found(last_name)}&state=confirmed`);
    await queue(page).first().getByRole("link").click();
    await expect(page.getByRole("article")).toContainText(`Confirmed by ${admin.email}`);
    await expect(page.getByRole("article")).toContainText("The bank shows it since today.");
    await expect(page.getByRole("article")).toContainText(/MRG\/\d\d-\d\d\/\d{5}/);
    await expect(button(page, /^Confirm/)).toHaveCount(0);
    await checkPage(page);

    await test.step("an order takes the place of the queue, and Back returns to it", async () => {
      const name = uniqueName("Pocket");
      const { number } = await newOrder(server, admin, { last_name: name });
      await page.goto(found(name));
      await queue(page).first().getByRole("link").click();
      await expect(heading(page, number)).toBeVisible();
      await expect(queue(page)).toHaveCount(0);
      // Within reach of the thumb, while the order is read.
      await expect(button(page, /^Confirm/)).toBeInViewport();
      await page.goBack();
      await expect(queue(page)).toHaveCount(1);
      await queue(page).first().getByRole("link").click();
      await button(page, "Back to the queue").click();
      await expect(queue(page)).toHaveCount(1);
      await expect(page.getByRole("list", { name: "Orders" })).toBeFocused();
    });
  });

  test.describe("at the same order", () => {
    test.use({ allowConsole: /status of 400/ });

    test("the second admin sees that it was confirmed, by whom and when @desktop", async ({
      page,
      server,
      admin,
      newStudent,
    }) => {
      const other = await newStudent({ profile: { first_name: "Other" } });
      await grantAdmin(server, other.id);
      const order = await newOrder(server, admin, { last_name: uniqueName("Both") });
      await signIn(page, admin);
      await page.goto(`/payments?order=${order.id}`);
      await expect(button(page, /^Confirm/)).toBeEnabled();
      await other.tables.rpc("confirm_order", { order_id: order.id });
      await page.keyboard.press("Enter");
      const article = page.getByRole("article");
      await expect(article.getByRole("alert")).toContainText(
        "This order has changed since you opened it. Please look again.",
      );
      await expect(article.getByRole("alert")).toContainText(`Confirmed by ${other.email}`);
      await expect(article.getByRole("alert").getByRole("time")).toBeVisible();
      await expect(article.getByText("Confirmed", { exact: true })).toBeVisible();
      await expect(button(page, /^Confirm/)).toHaveCount(0);
      await expect(article.getByRole("alert")).toBeInViewport({ ratio: 1 });
      await checkPage(page);
      expect((await opened(admin, order)).steps.filter(({ action }) => action === "confirm")).toHaveLength(1);
    });
  });
});
