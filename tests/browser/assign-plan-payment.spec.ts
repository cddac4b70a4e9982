import { checkPage } from "./check-page.ts";
import { newOrder } from "./desk-orders.ts";
import { expect, signIn, test } from "./fixtures.ts";

test("an admin names the order that paid for a plan, or says why there is none @desktop", async ({
  page,
  server,
  admin,
}) => {
  const last_name = `Named ${Date.now()}`;
  const paid = await newOrder(server, admin, { last_name });
  const other = await newOrder(server, admin, { last_name, first_name: "Ravi" });
  for (const { id } of [paid, other]) await admin.tables.rpc("confirm_order", { order_id: id });
  await admin.tables.from("user_plans").update({ active: false }).eq("user_id", paid.studentId);
  const latest = async () => {
    const { data } = await admin.tables
      .from("user_plans")
      .select("plan_name, order_id, reason")
      .eq("user_id", paid.studentId)
      .order("assigned_at", { ascending: false })
      .limit(1)
      .single();
    return data;
  };
  await signIn(page, admin);
  await page.goto(`/assign-plan?search=${paid.email}`);
  await page.getByRole("button", { name: /^Assign a plan to/ }).click();
  const dialog = page.getByRole("dialog", { name: "Assign Plan" });
  const assign = dialog.getByRole("button", { name: "Assign" });
  await expect(dialog.getByLabel(/^Payment/)).toHaveCount(0);
  await dialog.getByLabel("Plan").selectOption("UG / NEET / Medium");
  await expect(assign).toBeEnabled();
  await dialog.getByLabel(/^Payment/).selectOption("An order");
  await expect(assign).toBeDisabled();
  await expect(dialog.getByRole("radio")).toHaveCount(1);
  await dialog.getByLabel("Search").fill(other.utr);
  await expect(dialog.getByText(`Of Ravi ${last_name}`)).toBeVisible();
  await expect(dialog.getByRole("radio")).toBeDisabled();
  await dialog.getByLabel("Search").fill(paid.utr);
  await dialog.getByRole("radio", { name: paid.number }).check();
  await checkPage(page);
  await assign.click();
  await expect(page.getByText("Plan assigned!")).toBeVisible();
  expect(await latest()).toMatchObject({ plan_name: "Medium", order_id: paid.id, reason: null });

  await page.getByRole("button", { name: /^Assign a plan to/ }).click();
  await dialog.getByLabel("Plan").selectOption("UG / NEET / Advanced");
  await dialog.getByLabel(/^Payment/).selectOption("None: a gift");
  await dialog.getByLabel(/^Note/).fill("Daughter of our first mentor");
  await assign.click();
  await expect(page.getByRole("row").filter({ hasText: paid.email })).toContainText("Advanced");
  expect(await latest()).toEqual({
    plan_name: "Advanced",
    order_id: null,
    reason: "gift",
  });
  await test.step("an order that stays open is named", async () => {
    const unpaid = await newOrder(server, admin, { last_name, utr: null });
    await page.getByLabel("Search").fill(unpaid.email);
    await page
      .getByRole("row")
      .filter({ hasText: unpaid.email })
      .getByRole("button", { name: /^Assign a plan to/ })
      .click();
    await dialog.getByLabel("Plan").selectOption("UG / NEET / Medium");
    const notice = dialog.getByText(`${unpaid.number} of ₹`);
    await expect(notice).toContainText("is open");
    await expect(dialog.getByText("The student is still asked to pay it.")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Search").fill(paid.email);
    await expect(page.getByRole("row").filter({ hasText: paid.email })).toBeVisible();
  });
  await page.getByRole("link", { name: /^Orders of/ }).click();
  await expect(page.getByRole("list", { name: "Orders" }).getByRole("listitem")).toContainText([paid.number]);
});
