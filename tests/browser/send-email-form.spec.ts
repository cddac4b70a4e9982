import { samples } from "../world/files.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";
import { draftsOf, note, throwAway } from "./kept-drafts.ts";
import { mailsTo } from "./mailbox.ts";
import {
  attached,
  CAMPAIGN_PLAN_LABEL,
  confirmSending,
  fillForm,
  openForm,
  passwordDialog,
  png,
  preview,
  sendButton,
  testButton,
  WRONG_PASSWORD,
} from "./send-email-page.ts";
import { ADMIN, SUPER_ADMIN_PASSWORD } from "./servers.ts";

test("the form reports what is missing and survives a reload and a killed tab @phone", async ({
  page,
  context,
  admin,
}) => {
  await signIn(page, admin);
  await openForm(page);
  const plans = page.getByLabel("Plan");
  await expect(plans.getByRole("option", { name: CAMPAIGN_PLAN_LABEL })).toBeAttached();
  expect((await plans.getByRole("option").allTextContents())[0]).toBe("All Plans");
  const texts = (await plans.getByRole("option").allTextContents()).slice(1);
  expect(texts.filter((text) => !text.startsWith("All of "))).not.toEqual([]);
  for (const text of texts)
    expect(text).toMatch(/^(All of (UG|PG) (CET|NEET)|(UG|PG) \/ (CET|NEET) \/ (Basic|Medium|Advanced))$/);
  await expect(page.getByLabel("Template").getByRole("option")).toHaveText([
    "No template",
    "Welcome",
    "UG CET notification",
    "UG NEET notification",
    "PG CET notification",
    "PG NEET notification",
  ]);
  await expect(page.getByLabel("Body")).toHaveAttribute("rows", "6");
  await expect(sendButton(page)).toHaveText(/^Send Email \([\d,]+ users\)/);
  await expect(page.getByText(/will get it\. /)).toBeVisible();
  await expect(preview(page)).toBeDisabled();
  await checkPage(page);

  for (const button of [sendButton(page), testButton(page)]) {
    await button.click();
    await expect(page.getByRole("alert")).toHaveText("Subject and body are required.");
    await expect(passwordDialog(page)).toHaveCount(0);
  }
  await page.getByLabel("Subject").fill("Only a subject");
  await expect(preview(page)).toBeDisabled();

  // Replacing typed text needs a confirmation; replacing a template's text does not.
  await page.getByLabel("Template").selectOption("UG CET notification");
  const question = page.getByRole("alertdialog", { name: "Replace your text?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("Only a subject");
  await expect(page.getByLabel("Template")).toHaveValue("");
  await page.getByLabel("Template").selectOption("UG CET notification");
  await question.getByRole("button", { name: "Replace" }).click();
  await page.getByLabel("Template").selectOption("UG NEET notification");
  await expect(page.getByLabel("Subject")).toHaveValue("UG NEET counselling: what to do by [date]");

  await expect(page.getByText("The text still says [date].")).toBeVisible();
  await page.getByRole("button", { name: "Show me" }).click();
  await page.keyboard.type("4 August");
  await expect(page.getByLabel("Subject")).toHaveValue("UG NEET counselling: what to do by 4 August");
  await page.getByRole("button", { name: "Show me" }).click();
  expect(await page.getByLabel("Body").evaluate((body) => body.scrollTop)).toBeGreaterThan(0);
  await page.keyboard.type("7 August");
  await expect(page.getByLabel("Body")).toHaveValue(/verification till 7 August\./);
  await testButton(page).click();
  await expect(passwordDialog(page).getByText("The text still says [date].")).toBeVisible();
  await checkPage(page);
  await passwordDialog(page).getByLabel("Super-admin password").fill("my passw0rd");
  await passwordDialog(page).getByRole("button", { name: "Cancel" }).click();

  const files = page.getByLabel("Attach Files");
  await expect(files).toHaveAttribute("accept", ".pdf,.jpg,.jpeg,.png,.gif");
  await files.setInputFiles([png("map.png"), png("dates.png")]);
  await files.setInputFiles({ name: "letter.docx", mimeType: "application/msword", buffer: samples.png });
  await expect(page.getByText("letter.docx is not a PDF, JPEG, PNG or GIF file.")).toBeVisible();
  await checkPage(page);
  await files.setInputFiles({
    name: "big.gif",
    mimeType: "image/gif",
    buffer: Buffer.alloc(10 * 1024 * 1024),
  });
  await expect(page.getByText("The attachments are larger than 10 MB together.")).toBeVisible();
  await expect(attached(page)).toHaveText([/^map\.png/, /^dates\.png/]);
  await page.getByRole("button", { name: "Remove map.png" }).click();
  await expect(attached(page)).toHaveText([/^dates\.png/]);

  await page.getByLabel("Plan").selectOption(CAMPAIGN_PLAN_LABEL);
  await page.reload();
  await expect(page.getByLabel("Subject")).toHaveValue("UG NEET counselling: what to do by 4 August");
  await expect(page.getByLabel("Body")).toHaveValue(/verification till 7 August\./);
  await expect(page.getByLabel("Plan")).toHaveValue(CAMPAIGN_PLAN_LABEL);
  await expect(page.getByText("Please attach again")).toBeVisible();
  await expect(page.getByText("dates.png")).toBeVisible();
  await checkPage(page);
  // The names of the attachments are kept, and neither their bytes nor the password.
  expect(await draftsOf(page)).toContain("dates.png");
  expect(await draftsOf(page)).not.toMatch(/passw0rd|iVBOR/);

  const tab = await context.newPage();
  await page.close();
  await openForm(tab);
  await expect(tab.getByLabel("Subject")).toHaveValue("UG NEET counselling: what to do by 4 August");
  await expect(note(tab)).toBeVisible();
  await throwAway(tab).click();
  for (const field of ["Subject", "Body"]) await expect(tab.getByLabel(field)).toHaveValue("");
  await expect(tab.getByText("Please attach again")).toHaveCount(0);
  expect(await draftsOf(tab)).toBe("");
});

test.describe("the preview", () => {
  // Chromium reports that it blocked a script in the mail.
  test.use({ allowConsole: /Blocked script execution/ });

  test("the preview shows the mail in our template, and runs no script in it @desktop", async ({
    page,
    admin,
  }) => {
    await signIn(page, admin);
    await openForm(page);
    await fillForm(page, " ", "First line\nSecond <b>line</b><script>parent.document.title = 'ran'</script>");
    await preview(page).click();
    const dialog = page.getByRole("dialog", { name: "Email Preview" });
    await expect(dialog.getByText("No subject")).toBeVisible();
    await page.keyboard.press("Escape");

    await fillForm(
      page,
      "Options <open>",
      "First line\nSecond <b>line</b><script>parent.document.title = 'ran'</script>",
    );
    const previewResponse = page.waitForResponse("**/functions/v1/preview-email");
    await preview(page).click();
    await expect(dialog.getByText("Options <open>")).toBeVisible();
    const frame = dialog.getByTitle("The email as it will be sent");
    await expect(frame).toHaveAttribute("sandbox", "");
    const { html } = await (await previewResponse).json();
    await expect(frame).toHaveAttribute("srcdoc", html);
    const heading = frame.contentFrame().getByRole("heading", { name: "Options <open>" });
    await expect(heading).toBeVisible();
    // The page's content security policy allows the mail's inline styles.
    await expect(heading).toHaveCSS("font-size", "24px");
    await expect(frame.contentFrame().getByText("First line Second line", { exact: true })).toBeVisible();
    await expect(page).toHaveTitle("Send Email · Maarga");
    await checkPage(page);
  });
});

test.describe("test mails and failures", () => {
  test.use({ allowConsole: /status of [45]\d\d|Failed to load resource/ });

  test("what cannot be loaded is reported, a test mail with attachments is sent, and a file that is not what its name says is refused @desktop", async ({
    page,
    admin,
    server,
  }) => {
    await signIn(page, admin);

    await test.step("plans, users and campaigns that cannot be loaded can be loaded again", async () => {
      for (const address of ["**/rest/v1/plans?*", "**/rpc/count_audience", "**/rpc/list_campaigns"])
        await page.route(address, (route) => route.fulfill({ status: 500, json: { code: "XX000" } }));
      await openForm(page);
      await expect(page.getByText("Failed to fetch plans")).toBeVisible();
      await expect(page.getByText("The users could not be counted.")).toBeVisible();
      await expect(page.getByText("The list could not be loaded.")).toBeVisible();
      await checkPage(page);
      await page.unrouteAll();
      const again = page.getByRole("button", { name: "Try again" });
      for (const failuresLeft of [2, 1, 0]) {
        await again.first().click();
        await expect(again).toHaveCount(failuresLeft);
      }
      await expect(page.getByLabel("Plan").getByRole("option", { name: CAMPAIGN_PLAN_LABEL })).toBeAttached();
      await expect(sendButton(page)).toHaveText(/\([\d,]+ users\)/);
    });

    await test.step("an admin sends themselves a test mail with attachments", async () => {
      const subject = `A test ${Date.now()}`;
      await fillForm(page, subject);
      await page.getByLabel("Attach Files").setInputFiles(png("map.png"));
      await testButton(page).click();
      const dialog = passwordDialog(page);
      await expect(dialog.getByText(`One test email goes to ${ADMIN.email}.`)).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Confirm & Send" })).toBeDisabled();
      await confirmSending(page, "wrong");
      await expect(dialog.getByText(WRONG_PASSWORD)).toBeVisible();
      await checkPage(page);

      await page.route("**/functions/v1/send-emails", (route) => route.fulfill({ status: 500, json: {} }));
      await confirmSending(page);
      await expect(page.getByText("Failed to send test email to your address.")).toBeVisible();
      await page.unroute("**/functions/v1/send-emails");

      // A request in progress cannot be cancelled. Afterwards, Cancel clears the password and keeps the mail.
      const release = await holdRequests(page, "**/functions/v1/send-emails", {
        resume: (route) => route.fulfill({ status: 500, json: {} }),
      });
      await confirmSending(page);
      await expect(dialog.getByText("Sending...")).toBeVisible();
      const cancel = dialog.getByRole("button", { name: "Cancel" });
      await expect(cancel).toBeDisabled();
      await page.keyboard.press("Escape");
      release();
      await cancel.click();
      await expect(dialog).toHaveCount(0);
      await page.unroute("**/functions/v1/send-emails");
      await expect(page.getByLabel("Subject")).toHaveValue(subject);
      await expect(attached(page)).toHaveCount(1);
      await testButton(page).click();
      await expect(dialog.getByLabel("Super-admin password")).toHaveValue("");

      // From here with the keyboard alone.
      await page.keyboard.type(SUPER_ADMIN_PASSWORD);
      await page.keyboard.press("Enter");
      await expect(page.getByText("Test email sent to your address!")).toBeVisible();
      const mail = (await mailsTo(server, ADMIN.email)).find((one) => one.subject === subject);
      expect(mail?.text).toContain("Please read this.");
      expect(mail?.attachments.map(({ filename }) => filename)).toEqual(["map.png"]);
    });

    await test.step("a file that is not what its name says is refused beside the attachments", async () => {
      await fillForm(page, `Not a picture ${Date.now()}`);
      await page
        .getByLabel("Attach Files")
        .setInputFiles({ ...png("letter.png"), buffer: Buffer.from("no picture") });
      await testButton(page).click();
      await confirmSending(page);
      await expect(passwordDialog(page)).toHaveCount(0);
      const refusal = page.getByRole("alert");
      await expect(refusal).toHaveText("letter.png is not a PDF, JPEG, PNG or GIF file.");
      await page.getByRole("button", { name: "Remove letter.png" }).click();
      await expect(refusal).toHaveCount(0);
    });
  });
});
