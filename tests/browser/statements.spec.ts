import { randomUUID } from "node:crypto";
import { createAccount } from "../world/people.ts";
import { queryAt } from "../world/sql.ts";
import { csvFile } from "../world/statement-files.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";

// The orders of other specs are on the other server.
test.use({ withChallenge: true });

const HEADINGS = [
  "Date",
  "Narration",
  "Chq./Ref.No.",
  "Value Dt",
  "Withdrawal Amt.",
  "Deposit Amt.",
  "Closing Balance",
];

test("an admin reads a bank statement, confirms what is certain, takes a suggestion, names an order by hand, and explains the rest @desktop", async ({
  page,
  server,
  admin,
}) => {
  const name = `Lakshmi${Math.random()
    .toString(36)
    .replace(/[^a-z]/g, "")
    .slice(0, 8)}`;
  const utr = String(Math.floor(Math.random() * 9e11) + 1e11);
  const order = async (person: { id: string }, sent?: string) => {
    const [order] = await queryAt<{ id: string }>(
      server.databaseUrl,
      "select private.make_order($1, 'ug', 'cet', 'Medium', 'student') as id",
      [person.id],
    );
    const [made] = await queryAt<{ id: string; number: string }>(
      server.databaseUrl,
      "select id, number from orders where id = $1",
      [order?.id],
    );
    if (sent) {
      await queryAt(
        server.databaseUrl,
        "select set_config('request.jwt.claims', json_build_object('sub', $1::text)::text, true), send_proof($2, $3)",
        [person.id, made?.id, sent],
      );
    }
    return made?.number ?? "";
  };
  const proved = await order(await createAccount(server, { profile: {} }), utr);
  const guessed = await order(await createAccount(server, { profile: { first_name: name } }));
  const named = await order(await createAccount(server, { profile: {} }));
  const [today] = await queryAt<{ day: string }>(
    server.databaseUrl,
    "select to_char(now() at time zone 'Asia/Kolkata', 'DD/MM/YYYY') as day",
  );
  const line = (narration: string, rupees: string) => [today?.day ?? "", narration, "", "", "", rupees, ""];
  const fathers = `IMPS FATHER OF ${name.toUpperCase()}S`;
  const interest = `INTEREST ${name.toUpperCase()}S`;
  const statement = csvFile([
    ["HDFC BANK Ltd."],
    HEADINGS,
    line(`UPI-SOMEBODY-${utr}`, "5,000.00"),
    line(`UPI-${name.toUpperCase()}-SBIN`, "5,000.00"),
    line(fathers, "5,000.00"),
    line(interest, "12.50"),
  ]);
  const file = { name: `november-${name}.csv`, mimeType: "text/csv", buffer: Buffer.from(statement) };

  const toast = page.locator("[data-toast]");
  await signIn(page, admin);
  await page.goto("/payments/statements");
  await checkPage(page);
  await page.getByLabel("Choose a statement").setInputFiles(file);
  const preview = page.getByRole("region", { name: `Preview of ${file.name}` });
  await expect(preview).toContainText("HDFC Bank: 4 lines of money received, ₹15,012.50");
  await checkPage(page);
  await preview.getByRole("button", { name: "Add 4 lines" }).click();
  await expect(toast.filter({ hasText: "4 lines added." })).toBeVisible();
  await expect(preview).toHaveCount(0);

  // All other certain lines belong to another run of this test.
  const certain = page.getByRole("list", { name: "Certain lines" });
  for (const box of await certain.getByRole("checkbox").all())
    await box.setChecked((await box.getAttribute("aria-label")) === `Confirm ${proved}`);
  await checkPage(page);
  await page.getByRole("button", { name: "Confirm 1 payment" }).click();
  const ask = page.getByRole("alertdialog", { name: "Confirm 1 payment?" });
  await expect(ask).toContainText("₹5,000 in total.");
  await ask.getByRole("button", { name: "Confirm" }).click();
  await expect(toast.filter({ hasText: "1 payment confirmed." })).toBeVisible();

  await page.getByRole("tab", { name: "Suggestions" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: guessed })).toContainText(
    "Amount, name and day fit.",
  );
  await page.getByRole("button", { name: `Confirm ${guessed}` }).click();
  await expect(toast.filter({ hasText: `${guessed} confirmed.` })).toBeVisible();

  await page.getByRole("tab", { name: "Unexplained" }).click();
  await page.getByRole("listitem").filter({ hasText: fathers }).getByRole("button").click();
  const dialog = page.getByRole("dialog", { name: "What is this payment?" });
  await dialog.getByLabel("Order that it pays").fill(named.toLowerCase());
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast.filter({ hasText: `Proposed for ${named}, under Suggestions.` })).toBeVisible();
  await page.getByRole("tab", { name: "Suggestions" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: named })).toContainText("Chosen by hand.");
  await page.getByRole("button", { name: `Confirm ${named}` }).click();
  await expect(toast.filter({ hasText: `${named} confirmed.` })).toBeVisible();

  await page.getByRole("tab", { name: "Unexplained" }).click();
  await page.getByRole("listitem").filter({ hasText: interest }).getByRole("button").click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Otherwise, what it is")).toHaveAccessibleDescription(
    /Please name an order/,
  );
  await dialog.getByLabel("Order that it pays").fill("MRG-2222-3");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Order that it pays")).toHaveAccessibleDescription(
    /This is not an order number\./,
  );
  await checkPage(page);
  await dialog.getByLabel("Order that it pays").clear();
  await dialog.getByLabel("Otherwise, what it is").fill("interest of the bank");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("tab", { name: /^Explained/ }).click();
  await expect(page.getByRole("listitem").filter({ hasText: interest })).toContainText(
    "“interest of the bank”",
  );
  await checkPage(page);

  // The same file again changes nothing.
  await page.getByLabel("Choose a statement").setInputFiles(file);
  await expect(preview).toContainText("This file was added before. Nothing would change.");
  await expect(preview.getByRole("button", { name: /^Add/ })).toHaveCount(0);
});

test.describe("unknown headings", () => {
  test.use({ allowConsole: /status of 4\d\d/ });

  test("an admin chooses columns once, and a file that is not a statement is refused with the reason @phone", async ({
    page,
    admin,
  }) => {
    // Headings of its own for each run, because they are remembered.
    const heading = `Jama ${randomUUID().slice(0, 8)}`;
    const file = (contents: string) => ({
      name: "x.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(contents),
    });
    await signIn(page, admin);
    await page.goto("/payments/statements");
    const choose = page.getByLabel("Choose a statement");
    await choose.setInputFiles(file("%PDF-1.7\n"));
    await expect(page.getByRole("alert")).toContainText("This is a PDF.");
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await choose.setInputFiles(file(`Tarikh,Vivaran,${heading}\n21/11/2026,UPI,500\n`));
    await page.getByRole("button", { name: "Read with these columns" }).click();
    await expect(page.getByLabel("Date")).toHaveAccessibleDescription(/Please choose a column\./);
    await checkPage(page);
    await page.getByLabel("Date").selectOption("Tarikh");
    await page.getByLabel("Narration").selectOption("Vivaran");
    await page.getByLabel("Amount received").selectOption(heading);
    await page.getByRole("button", { name: "Read with these columns" }).click();
    await expect(page.getByText("Chosen columns: 1 line of money received, ₹500")).toBeVisible();
  });
});
