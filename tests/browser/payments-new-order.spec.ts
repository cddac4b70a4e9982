import { checkPage } from "./check-page.ts";
import { newOrder } from "./desk-orders.ts";
import { expect, signIn, test } from "./fixtures.ts";

test("an admin makes an order for a student who paid without one @phone", async ({ page, server, admin }) => {
  const old = await newOrder(server, admin, { last_name: `Made ${Date.now()}` });
  await admin.tables.rpc("cancel_order", { order_id: old.id });
  await signIn(page, admin);
  await page.goto("/payments");
  await page.getByRole("button", { name: "New order" }).click();
  const dialog = page.getByRole("dialog", { name: "New order" });
  await dialog.getByLabel("Search").fill(old.email);
  await dialog.getByRole("radio").check();
  await dialog.getByLabel("Plan").selectOption("UG / NEET / Medium");
  await checkPage(page);
  await dialog.getByRole("button", { name: "Make the order" }).click();
  await expect(dialog).toHaveCount(0);
  const order = page.getByRole("article", { name: "Order" });
  await expect(order.getByRole("button", { name: /^Add a payment/ })).toBeVisible();
});
