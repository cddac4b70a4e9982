import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { mailsTo, mailTo } from "./mailbox.ts";
import { endPlan, type Person } from "./people.ts";
import { ADMIN, SUPER_ADMIN_PASSWORD } from "./servers.ts";

/** No other spec gives anybody this plan, so that the tests know who will be written to. */
const plan = { level: "pg", exam: "neet", name: "Basic" } as const;
const PLAN = "PG / NEET / Basic";
const WRONG_PASSWORD = "Incorrect super-admin password.";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const png = (name: string) => ({ name, mimeType: "image/png", buffer: PNG });

const sendButton = (page: Page) => page.getByRole("button", { name: /^Send Email \(/ });
const testButton = (page: Page) => page.getByRole("button", { name: "Send test email to myself" });
const preview = (page: Page) => page.getByRole("button", { name: "Preview Email" });
const passwordDialog = (page: Page) => page.getByRole("dialog", { name: "Super Admin Password Required" });
const attached = (page: Page) => page.getByRole("list", { name: "Attached files" }).getByRole("listitem");

async function open(page: Page): Promise<void> {
  await page.goto("/send-notifications");
  await expect(page.getByRole("heading", { name: "Send Email to Users" })).toBeVisible();
}

async function write(page: Page, subject: string, body = "Please read this."): Promise<void> {
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Body").fill(body);
}

async function confirm(page: Page, password = SUPER_ADMIN_PASSWORD): Promise<void> {
  await passwordDialog(page).getByLabel("Super-admin password").fill(password);
  await passwordDialog(page).getByRole("button", { name: "Confirm & Send" }).click();
}

/** Written by whoever it belongs to: the mail server's side of the product takes no such address. */
async function breakAddress(student: Person): Promise<void> {
  await student.tables
    .from("profiles")
    .update({ email: `no;${student.email}` })
    .eq("id", student.id);
}

async function campaignsCalled(admin: Person, subject: string): Promise<{ id: string; state: string }[]> {
  const { data, error } = await admin.tables.rpc("list_campaigns", { page_size: 100 });
  if (error) throw error;
  return data.filter((campaign: { subject: string }) => campaign.subject === subject);
}

test("the form says what is missing, and keeps what was typed @phone", async ({ page, admin }) => {
  await signIn(page, admin);
  await open(page);
  const plans = page.getByLabel("Plan");
  await expect(plans.getByRole("option", { name: PLAN })).toBeAttached();
  expect((await plans.getByRole("option").allTextContents())[0]).toBe("All Plans");
  for (const text of (await plans.getByRole("option").allTextContents()).slice(1))
    expect(text).toMatch(/^(UG|PG) \/ (CET|NEET) \/ (Basic|Medium|Advanced)$/);
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

  // Typed text is not overwritten without a question; a template's own is.
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
  await passwordDialog(page).getByRole("button", { name: "Cancel" }).click();

  const files = page.getByLabel("Attach Files");
  await expect(files).toHaveAttribute("accept", ".pdf,.jpg,.jpeg,.png,.gif");
  await files.setInputFiles([png("map.png"), png("dates.png")]);
  await files.setInputFiles({ name: "letter.docx", mimeType: "application/msword", buffer: PNG });
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

  await page.getByLabel("Plan").selectOption(PLAN);
  await page.reload();
  await expect(page.getByLabel("Subject")).toHaveValue("UG NEET counselling: what to do by 4 August");
  await expect(page.getByLabel("Body")).toHaveValue(/verification till 7 August\./);
  await expect(page.getByLabel("Plan")).toHaveValue(PLAN);
  await expect(page.getByText("Please attach again")).toBeVisible();
  await expect(page.getByText("dates.png")).toBeVisible();
});

test.describe("the preview", () => {
  // Chromium says that it kept a script in the mail from running.
  test.use({ allowConsole: /Blocked script execution/ });

  test("shows the mail in its own clothes, and nothing in it runs @desktop", async ({ page, admin }) => {
    await signIn(page, admin);
    await open(page);
    await write(page, " ", "First line\nSecond <b>line</b><script>parent.document.title = 'ran'</script>");
    await preview(page).click();
    const dialog = page.getByRole("dialog", { name: "Email Preview" });
    await expect(dialog.getByText("No subject")).toBeVisible();
    await page.keyboard.press("Escape");

    await write(
      page,
      "Options <open>",
      "First line\nSecond <b>line</b><script>parent.document.title = 'ran'</script>",
    );
    const answer = page.waitForResponse("**/functions/v1/preview-email");
    await preview(page).click();
    await expect(dialog.getByText("Options <open>")).toBeVisible();
    const frame = dialog.getByTitle("The email as it will be sent");
    await expect(frame).toHaveAttribute("sandbox", "");
    const { html } = await (await answer).json();
    await expect(frame).toHaveAttribute("srcdoc", html);
    const heading = frame.contentFrame().getByRole("heading", { name: "Options <open>" });
    await expect(heading).toBeVisible();
    // The page's policy lets the mail's inline styles be.
    await expect(heading).toHaveCSS("font-size", "24px");
    await expect(frame.contentFrame().getByText("First line Second line", { exact: true })).toBeVisible();
    await expect(page).toHaveTitle("Send Email · Maarga");
    await checkPage(page);
  });
});

test.describe("refusals", () => {
  test.use({ allowConsole: /status of [45]\d\d|Failed to load resource/ });

  test("a test mail to oneself, with the attachments @desktop", async ({ page, admin, server }) => {
    await signIn(page, admin);
    await open(page);
    const subject = `A test ${Date.now()}`;
    await write(page, subject);
    await page.getByLabel("Attach Files").setInputFiles(png("map.png"));
    await testButton(page).click();
    const dialog = passwordDialog(page);
    await expect(dialog.getByText(`One test email goes to ${ADMIN.email}.`)).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Confirm & Send" })).toBeDisabled();
    await confirm(page, "wrong");
    await expect(dialog.getByText(WRONG_PASSWORD)).toBeVisible();
    await checkPage(page);

    await page.route("**/functions/v1/send-emails", (route) => route.fulfill({ status: 500, json: {} }));
    await confirm(page);
    await expect(page.getByText("Failed to send test email to your address.")).toBeVisible();
    await page.unroute("**/functions/v1/send-emails");

    // What is on its way cannot be taken back. Cancelling forgets the password and keeps the mail.
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/functions/v1/send-emails", async (route) => {
      await answered;
      await route.fulfill({ status: 500, json: {} });
    });
    await confirm(page);
    await expect(dialog.getByText("Sending...")).toBeVisible();
    const cancel = dialog.getByRole("button", { name: "Cancel" });
    await expect(cancel).toBeDisabled();
    await page.keyboard.press("Escape");
    answer();
    await cancel.click();
    await expect(dialog).toHaveCount(0);
    await page.unroute("**/functions/v1/send-emails");
    await expect(page.getByLabel("Subject")).toHaveValue(subject);
    await expect(attached(page)).toHaveCount(1);
    await testButton(page).click();
    await expect(dialog.getByLabel("Super-admin password")).toHaveValue("");

    // With the keyboard alone from here.
    await page.keyboard.type(SUPER_ADMIN_PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Test email sent to your address!")).toBeVisible();
    const mail = (await mailsTo(server, ADMIN.email)).find((one) => one.subject === subject);
    expect(mail?.text).toContain("Please read this.");
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(["map.png"]);
  });

  test("an attachment that is no picture is refused where it is attached @desktop", async ({
    page,
    admin,
  }) => {
    await signIn(page, admin);
    await open(page);
    await write(page, `Not a picture ${Date.now()}`);
    await page
      .getByLabel("Attach Files")
      .setInputFiles({ ...png("map.png"), buffer: Buffer.from("no picture") });
    await testButton(page).click();
    await confirm(page);
    await expect(passwordDialog(page)).toHaveCount(0);
    const refusal = page.getByRole("alert");
    await expect(refusal).toHaveText("map.png is not a PDF, JPEG, PNG or GIF file.");
    await page.getByRole("button", { name: "Remove map.png" }).click();
    await expect(refusal).toHaveCount(0);
  });

  test("what cannot be loaded says so, and can be asked for again @desktop", async ({ page, admin }) => {
    await signIn(page, admin);
    for (const address of ["**/rest/v1/plans?*", "**/rpc/count_audience", "**/rpc/list_campaigns"])
      await page.route(address, (route) => route.fulfill({ status: 500, json: { code: "XX000" } }));
    await open(page);
    await expect(page.getByText("Failed to fetch plans")).toBeVisible();
    await expect(page.getByText("The users could not be counted.")).toBeVisible();
    await expect(page.getByText("The list could not be loaded.")).toBeVisible();
    await checkPage(page);
    await page.unrouteAll();
    const again = page.getByRole("button", { name: "Try again" });
    for (const left of [2, 1, 0]) {
      await again.first().click();
      await expect(again).toHaveCount(left);
    }
    await expect(page.getByLabel("Plan").getByRole("option", { name: PLAN })).toBeAttached();
    await expect(sendButton(page)).toHaveText(/\([\d,]+ users\)/);
  });

  test.describe("a mail to many", () => {
    // One plan for all of them.
    test.describe.configure({ mode: "serial" });

    test("goes to the plan's holders, and what became of each is seen @desktop", async ({
      page,
      admin,
      server,
      newStudent,
    }) => {
      await signIn(page, admin);
      await open(page);
      await page.getByLabel("Plan").selectOption(PLAN);
      await expect(sendButton(page)).toHaveText(/\(0 users\)/);
      const subject = `Options close soon ${Date.now()}`;
      await write(page, subject);
      await sendButton(page).click();
      await expect(page.getByRole("alert")).toHaveText("No users found for the selected plan.");

      const [asha, broken, off] = await Promise.all([
        newStudent({ plan, profile: { first_name: "=1+1", last_name: "ಗೌಡ" } }),
        newStudent({ plan, profile: { first_name: "Broken" } }),
        newStudent({ plan, profile: { first_name: "Quiet" } }),
      ]);
      await breakAddress(broken);
      await off.tables.from("profiles").update({ notify_email: false }).eq("id", off.id);
      await page.reload();
      await expect(sendButton(page)).toHaveText(/\(2 users\)/);
      await expect(page.getByText("2 users will get it. 1 turned email off and is left out.")).toBeVisible();
      await page.getByLabel("Attach Files").setInputFiles(png("map.png"));

      await sendButton(page).click();
      await expect(
        passwordDialog(page).getByText(`“${subject}” goes to 2 user(s) of ${PLAN}.`),
      ).toBeVisible();
      await confirm(page, "wrong");
      await expect(passwordDialog(page).getByText(WRONG_PASSWORD)).toBeVisible();
      await confirm(page);
      await expect(
        page.getByLabel("Messages").getByText("Failed to send to 1 user(s). Sent successfully to 1."),
      ).toBeVisible();
      await expect(page.getByLabel("Subject")).toHaveValue("");
      await expect(page.getByLabel("Body")).toHaveValue("");
      await expect(attached(page)).toHaveCount(0);

      const mail = await mailTo(server, asha.email);
      expect(mail.subject).toBe(subject);
      expect(mail.attachments.map(({ filename }) => filename)).toEqual(["map.png"]);
      expect(await mailsTo(server, off.email)).toEqual([]);

      // It stays where it was seen, with what can be done about it.
      await expect(page.getByRole("heading", { name: subject })).toBeVisible();
      const retried = page.waitForResponse("**/rpc/retry_failed");
      await page.getByRole("button", { name: "Retry failed only" }).click();
      expect((await retried).status()).toBe(204);
      await expect(page.getByRole("button", { name: "Retry failed only" })).toBeVisible();
      await checkPage(page);

      await page.getByRole("link", { name: "See every recipient" }).click();
      await expect(page).toHaveURL(/\?campaign=[0-9a-f-]{36}$/);
      await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
      const rows = page.getByRole("list", { name: "Recipients" }).getByRole("listitem");
      await expect(rows).toHaveCount(3);
      await expect(rows.filter({ hasText: "Quiet" })).toContainText("Left out");
      await expect(rows.filter({ hasText: asha.email })).toContainText("Sent");
      await checkPage(page);
      await page.getByLabel("State").selectOption("failed");
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText("Failed");
      await expect(rows).toContainText("what should be an e-mail address is none");
      await page.getByLabel("State").selectOption("all");
      await page.getByLabel("Search").fill(asha.email.toUpperCase());
      await expect(rows).toHaveCount(1);
      await expect(page).toHaveURL(/search=/);
      await page.reload();
      await expect(rows).toHaveCount(1);
      await page.getByLabel("Search").fill("nobody like this");
      await expect(page.getByText("No results.")).toBeVisible();

      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download CSV" }).click();
      const csv = await readFile(await (await download).path(), "utf8");
      expect(csv.startsWith('\ufeff"Name","E-mail","State"')).toBe(true);
      expect(csv.trimEnd().split("\r\n")).toHaveLength(4);
      expect(csv).toContain(`"'=1+1 ಗೌಡ","${asha.email}","sent"`);
      expect(csv).toContain(`"${off.email}","left out","Turned off e-mail"`);
      expect((await download).suggestedFilename()).toMatch(/^mail-\d{4}(-\d\d){4}\.csv$/);

      // The same once more, and all well this time.
      await Promise.all([endPlan(server, broken), endPlan(server, off)]);
      await page.getByText("Email text", { exact: true }).click();
      await page.getByRole("button", { name: "Use this text again" }).click();
      await expect(page.getByLabel("Body")).toHaveValue("Please read this.");
      await page.getByLabel("Subject").fill(`${subject}, again`);
      await page.getByLabel("Plan").selectOption(PLAN);
      await expect(page.getByText("1 user will get it. Nobody turned email off.")).toBeVisible();
      await sendButton(page).click();
      await confirm(page);
      await expect(page.getByLabel("Messages").getByText("Email sent to 1 user(s).")).toBeVisible();
      await expect(page.getByRole("list", { name: "Campaigns" }).getByRole("listitem").first()).toContainText(
        `${subject}, again`,
      );
      await endPlan(server, asha);
    });

    test("is sent once, also where the first answer was lost @desktop", async ({
      page,
      admin,
      server,
      newStudent,
    }) => {
      const student = await newStudent({ plan });
      await signIn(page, admin);
      await open(page);
      await page.getByLabel("Plan").selectOption(PLAN);
      const subject = `Only once ${Date.now()}`;
      await write(page, subject);
      await page.route(
        "**/functions/v1/send-campaign",
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await sendButton(page).click();
      await confirm(page);
      await expect(passwordDialog(page).getByText("No response from the server.")).toBeVisible();
      await passwordDialog(page).getByRole("button", { name: "Cancel" }).click();
      // The wish outlives the page.
      await page.reload();
      await sendButton(page).click();
      await confirm(page);
      await expect(passwordDialog(page)).toHaveCount(0);
      await mailTo(server, student.email);
      expect(await campaignsCalled(admin, subject)).toHaveLength(1);

      // The same words once more are another wish.
      await page.getByLabel("Plan").selectOption(PLAN);
      await write(page, subject);
      await sendButton(page).click();
      await confirm(page);
      await expect(passwordDialog(page)).toHaveCount(0);
      await mailTo(server, student.email, 2);
      expect(await campaignsCalled(admin, subject)).toHaveLength(2);
      await endPlan(server, student);
    });

    test("pauses by itself when too many fail, and says what to do @desktop", async ({
      page,
      admin,
      server,
      newStudent,
    }) => {
      const students = await Promise.all(Array.from({ length: 21 }, () => newStudent({ plan })));
      await Promise.all(students.map(breakAddress));
      await signIn(page, admin);
      await open(page);
      await page.getByLabel("Plan").selectOption(PLAN);
      await write(page, `Too many fail ${Date.now()}`);
      await sendButton(page).click();
      await confirm(page);
      await expect(page.getByText("Paused automatically: too many emails failed")).toBeVisible();
      const retry = page.getByRole("button", { name: "Retry failed only" });
      // It would be for those who wait as well.
      await expect(retry).toHaveCount(0);
      await checkPage(page);
      await page.getByRole("button", { name: "Resume" }).click();
      await expect(page.getByLabel("Messages").getByText(/^Failed to send to 21 user\(s\)/)).toBeVisible();
      await expect(retry).toBeVisible();
      await Promise.all(students.map((student) => endPlan(server, student)));
    });
  });
});

test.describe("while it goes out", () => {
  // There mails go out slowly enough to step in.
  test.use({ withChallenge: true });

  test("it can be paused, left, found again, resumed and stopped @desktop", async ({
    page,
    admin,
    newStudent,
  }) => {
    await Promise.all(Array.from({ length: 4 }, () => newStudent({ plan })));
    await signIn(page, admin);
    await open(page);
    await page.getByLabel("Plan").selectOption(PLAN);
    const subject = `Slowly ${Date.now()}`;
    await write(page, subject);
    await sendButton(page).click();
    await confirm(page);
    const heading = page.getByRole("heading", { name: subject });
    await expect(heading).toBeFocused();
    await expect(page.getByRole("progressbar", { name: `Progress of ${subject}` })).toBeVisible();
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Paused" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Resume" })).toBeFocused();

    await page.goto("/pricing");
    await page.goto("/send-notifications");
    await expect(heading).toBeVisible();
    // Another admin goes on with it.
    const [{ id } = { id: "" }] = await campaignsCalled(admin, subject);
    await admin.tables.rpc("resume_campaign", { campaign: id });
    await expect(page.getByRole("status").filter({ hasText: "Sending" })).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    const question = page.getByRole("alertdialog", { name: "Stop sending?" });
    await checkPage(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await question.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Stopped" })).toBeVisible();
    await expect.poll(() => campaignsCalled(admin, subject)).toMatchObject([{ state: "stopped" }]);
    await expect(page.getByText(/^\d sent · \d stopped$/).first()).toBeVisible();
    await expect(page.getByRole("progressbar")).not.toHaveAttribute("aria-valuenow", "100");
    await page.getByRole("link", { name: "See every recipient" }).click();
    await page.getByLabel("State").selectOption("stopped");
    await expect(page.getByText("Stopped by an admin").first()).toBeVisible();
  });
});

test("an address that leads to no campaign says so @desktop", async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto("/send-notifications?campaign=00000000-0000-4000-8000-000000000000");
  await expect(page.getByText("There is no such campaign.")).toBeVisible();
  await page.getByRole("link", { name: "Send Email to Users" }).click();
  await expect(sendButton(page)).toBeVisible();
});
