import { readFile } from "node:fs/promises";
import { createAccount } from "../world/people.ts";
import { queryAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";

// The orders of other specs are on the other server.
test.use({ withChallenge: true, allowConsole: /status of 400/ });

test("an admin sees what came in by day, month, plan and way, and saves the books @desktop", async ({
  page,
  server,
  admin,
}) => {
  const student = await createAccount(server, { profile: {} });
  const [made] = await queryAt<{ id: string; number: string }>(
    server.databaseUrl,
    `insert into orders (number, user_id, plan_level, plan_exam, plan_name, amount_paise, valid_until)
     values (private.new_order_number(), $1, 'pg', 'cet', 'Basic', 1000000, now() + interval '7 days') returning id, number`,
    [student.id],
  );
  await queryAt(
    server.databaseUrl,
    `select set_config('request.jwt.claims', json_build_object('sub', user_id)::text, true),
       put_payment($1, method => 'cash', words => 'receipt book 7', received_paise => 1000000), confirm_order($1)
     from private.admins order by user_id limit 1`,
    [made?.id],
  );
  await signIn(page, admin);
  await page.goto("/payments/report");
  const table = page.getByRole("table", { name: "Payments" });
  await expect(table.getByRole("row").nth(1)).toContainText("₹");
  await checkPage(page);
  await page.getByRole("combobox", { name: "Group by" }).selectOption("Plan");
  // Other runs add the same payments.
  await expect(table.getByRole("row").filter({ hasText: "PG / CET / Basic" })).toContainText(/₹\d0,000/);
  await page.getByRole("combobox", { name: "Group by" }).selectOption("Way of payment");
  await expect(table.getByRole("row").filter({ hasText: "Cash" })).toContainText("₹");
  await expect(page).toHaveURL(/by=way/);
  await expect(page.getByText("Chosen, and not paid yet")).toBeVisible();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV for the accountant" }).click();
  const download = await saved;
  const csv = await readFile(await download.path(), "utf8");
  expect(csv).toContain(`"PG / CET / Basic","${made?.number}","Cash"`);
  // Without a GST number of the seller, the page does not mention tax.
  await expect(page.getByText("GSTR-1")).toHaveCount(0);

  await page.getByLabel("From").fill("2024-01-01");
  await expect(page.getByRole("alert")).toContainText("Please choose at most a year.");
  await checkPage(page);
  await page.getByRole("combobox", { name: "Period" }).selectOption("Last month");
  await expect(table).toContainText("No payment in this period.");
});
