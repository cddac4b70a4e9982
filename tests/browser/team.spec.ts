import { waitForMail } from "../world/mailbox.ts";
import { logIn } from "./auth-forms.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { SUPER_ADMIN_PASSWORD } from "./servers.ts";
import { toast } from "./toast.ts";

test("an admin invites a colleague of the accounts, who lands on payments, sees no more than they need, and is removed again @phone", async ({
  page,
  server,
  admin,
  newStudent,
  browser,
}) => {
  const { email, id } = await newStudent({ profile: { first_name: "Kavya" } });
  await signIn(page, admin);
  await page.goto("/team");
  const send = page.getByRole("button", { name: "Send the invitation" });
  await send.click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/Please enter an email address\./);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role").selectOption("Accounts");
  await send.click();
  const password = page.getByLabel("Super-admin password", { exact: true });
  await expect(password).toHaveAccessibleDescription(/Please enter the super-admin password\./);
  await password.fill(SUPER_ADMIN_PASSWORD);
  await send.click();
  await expect(toast(page, `The invitation to ${email} is on its way.`)).toBeVisible();
  const waiting = page.getByRole("button", { name: `Withdraw the invitation of ${email}` });
  await expect(waiting).toBeVisible();
  await expect(page.getByRole("row", { name: /Confirm payments/ })).toContainText("Admin, Accounts");
  await checkPage(page);

  const mail = await waitForMail(server, email, { subject: "You are invited to work on Maarga" });
  const link = /\S+\/join\?token=\S+/.exec(mail.text ?? "")?.[0] ?? "";
  await page.goto(new URL(link).pathname + new URL(link).search);
  await expect(page.getByText(`Log in with ${email}, and open the link again.`)).toBeVisible();

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(link);
  await logIn(theirs, email);
  await theirs.getByRole("button", { name: "Accept" }).press("Enter");
  await expect(theirs).toHaveURL("/payments");
  await expect(theirs.getByRole("heading", { name: "Payments" })).toBeVisible();
  await theirs.goto(`/students/student?id=${id}`);
  await expect(theirs.getByRole("heading", { name: /^Kavya/ })).toBeVisible();
  await expect(theirs.getByRole("region", { name: "Orders and receipts" })).toBeVisible();
  await expect(theirs.getByRole("region", { name: "Notes" })).toHaveCount(0);
  await expect(theirs.getByRole("button", { name: "Assign a plan" })).toHaveCount(0);
  await theirs.evaluate(() => localStorage.clear());
  await theirs.goto("/auth");
  await logIn(theirs, email);
  await expect(theirs).toHaveURL("/payments");
  await theirs.goto("/audit-log");
  await expect(theirs).toHaveURL("/");

  await page.goto("/team");
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "AdminYou" })).toContainText(admin.email);
  await page.getByRole("button", { name: `Remove ${email} as Accounts` }).click();
  await checkPage(page);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(toast(page, `${email} has lost the rights of Accounts.`)).toBeVisible();
  await theirs.goto("/payments");
  await expect(theirs).toHaveURL("/");
  await context.close();
});
