import { createAccount, grantAdmin } from "../world/people.ts";
import { queryAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import {
  CAMPAIGN_PLAN,
  CAMPAIGN_PLAN_LABEL,
  campaignsWithSubject,
  confirmSending,
  fillForm,
  openForm,
  preview,
  sendButton,
} from "./send-email-page.ts";
import type { Server } from "./servers.ts";

test.describe("a campaign in progress", () => {
  // On this server mails go out slowly enough to pause and stop.
  test.use({ withChallenge: true });
  const approvalAbove = (server: Server, recipients: number) =>
    queryAt(server.databaseUrl, "update private.settings set mail_approval_above = $1", [recipients]);
  // Also after a failure, because the next try begins without approvals.
  test.afterEach(({ server }) => approvalAbove(server, 0));

  test("a campaign can be paused, left, found again, resumed and stopped @desktop", async ({
    page,
    admin,
    server,
    newStudent,
  }) => {
    await Promise.all(Array.from({ length: 4 }, () => createAccount(server, { plan: CAMPAIGN_PLAN })));
    await signIn(page, admin);
    await openForm(page);
    await page.getByLabel("Plan").selectOption(CAMPAIGN_PLAN_LABEL);
    const subject = `Slowly ${Date.now()}`;
    await fillForm(page, subject);
    await sendButton(page).click();
    await confirmSending(page);
    const heading = page.getByRole("heading", { name: subject });
    await expect(heading).toBeFocused();
    await expect(page.getByRole("progressbar", { name: `Progress of ${subject}` })).toBeVisible();
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Paused" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Resume" })).toBeFocused();

    await page.goto("/pricing");
    await page.goto("/send-notifications");
    await expect(heading).toBeVisible();
    // Another admin resumes it.
    const [{ id } = { id: "" }] = await campaignsWithSubject(admin, subject);
    await admin.tables.rpc("resume_campaign", { campaign: id });
    await expect(page.getByRole("status").filter({ hasText: "Sending" })).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    const question = page.getByRole("alertdialog", { name: "Stop sending?" });
    await checkPage(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await question.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Stopped" })).toBeVisible();
    await expect.poll(() => campaignsWithSubject(admin, subject)).toMatchObject([{ state: "stopped" }]);
    await expect(page.getByText(/^\d sent · \d stopped$/).first()).toBeVisible();
    await expect(page.getByRole("progressbar")).not.toHaveAttribute("aria-valuenow", "100");
    await page.getByRole("link", { name: "See every recipient" }).click();
    await page.getByLabel("State").selectOption("stopped");
    await expect(page.getByText("Stopped by an admin").first()).toBeVisible();

    await test.step("an unknown campaign in the address is reported", async () => {
      await page.goto("/send-notifications?campaign=00000000-0000-4000-8000-000000000000");
      await expect(page.getByText("There is no such campaign.")).toBeVisible();
      await page.getByRole("link", { name: "Send Email to Users" }).click();
      await expect(sendButton(page)).toBeVisible();
    });

    await test.step("a mail to a saved filter is previewed for its readers, and waits for its time and for another admin", async () => {
      const last_name = `Naik${Date.now() % 1e7}`;
      const [, , bad, other] = await Promise.all([
        createAccount(server, { profile: { first_name: "Asha", last_name } }),
        createAccount(server, { profile: { first_name: "Venkataramanappa", last_name } }),
        createAccount(server, { profile: { first_name: "Ravi", last_name } }),
        newStudent(),
      ]);
      const bounce = "select private.record_bounce($1, $1, '5.1.1', 'no such user')";
      await queryAt(server.databaseUrl, bounce, [bad.email]);
      await grantAdmin(server, other.id);
      // As with MAIL_APPROVAL_ABOVE=1.
      await approvalAbove(server, 1);
      const saving = { name: last_name, filter: { search: last_name }, columns: [], sort: "name.asc" };
      expect((await admin.tables.rpc("save_student_filter", saving)).error).toBeNull();

      await openForm(page);
      await page.getByLabel("Audience").selectOption(last_name);
      await expect(
        page.getByText("2 users will get it. Nobody turned email off. 1 with a bad address is left out."),
      ).toBeVisible();
      const text = `To the ${last_name}s`;
      await fillForm(page, text, "Dear ");
      await page.getByText("Insert a field").click();
      await page.getByRole("button", { name: "first name" }).click();
      await expect(page.getByLabel("Body")).toHaveValue("Dear {{first name|student}}");
      await expect(page.getByLabel("Body")).toBeFocused();
      await page.keyboard.type(", round 2 begins.");

      await preview(page).click();
      const dialog = page.getByRole("dialog", { name: "Email Preview" });
      const mail = dialog.getByTitle("The email as it will be sent").contentFrame();
      await expect(
        dialog.getByText(`1 of 2, the longest names first: Venkataramanappa ${last_name}`),
      ).toBeVisible();
      await expect(mail.getByText("Dear Venkataramanappa, round 2 begins.", { exact: true })).toBeVisible();
      await dialog.getByRole("button", { name: "Next" }).click();
      await expect(mail.getByText("Dear Asha, round 2 begins.", { exact: true })).toBeVisible();
      await checkPage(page);
      await page.keyboard.press("Escape");

      await page.getByRole("button", { name: "Save as a template" }).click();
      const template = page.getByRole("dialog", { name: "Save as a template" });
      await template.getByLabel("Name").fill(last_name);
      await template.getByRole("button", { name: "Save" }).click();
      await expect(page.getByLabel("Template").locator("option:checked")).toHaveText(last_name);

      const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString("en-CA", {
        timeZone: "Asia/Kolkata",
      });
      await page.getByLabel("Send at").fill(`${tomorrow}T10:30`);
      await sendButton(page).click();
      const question = page.getByRole("dialog", { name: "Send this email?" });
      await expect(question.getByText("It waits until another admin approves it")).toBeVisible();
      await checkPage(page);
      await question.getByRole("button", { name: "Confirm & Send" }).click();
      await expect(page.getByText("Another admin has to approve it")).toBeVisible();

      const [{ id } = { id: "" }] = await campaignsWithSubject(admin, text);
      await signIn(page, other);
      await page.goto(`/send-notifications?campaign=${id}`);
      await expect(page.getByText("It waits for your approval")).toBeVisible();
      await expect(page.getByText("Dear {{first name|student}}, round 2 begins.")).toBeVisible();
      await checkPage(page);
      await page.getByRole("button", { name: "Approve" }).click();
      await expect(page.getByText(/^It is sent on .* 10:30 AM$/)).toBeVisible();
      const rows = page.getByRole("list", { name: "Recipients" }).getByRole("listitem");
      await expect(rows).toHaveCount(3);
      await expect(rows.filter({ hasText: bad.email })).toContainText("Bad address");
      await admin.tables.rpc("stop_campaign", { campaign: id });
    });
  });
});
