import { readFile } from "node:fs/promises";
import { createAccount, endPlan } from "../world/people.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { draftsOf } from "./kept-drafts.ts";
import { mailsTo, mailTo } from "./mailbox.ts";
import { operatorOf } from "./people.ts";
import {
  attached,
  breakAddress,
  CAMPAIGN_PLAN,
  CAMPAIGN_PLAN_LABEL,
  campaignsWithSubject,
  confirmSending,
  fillForm,
  openForm,
  passwordDialog,
  png,
  sendButton,
  WRONG_PASSWORD,
} from "./send-email-page.ts";
import { toast } from "./toast.ts";

test.describe("a campaign", () => {
  test.use({ allowConsole: /status of [45]\d\d|Failed to load resource/ });
  // All three use the same plan.
  test.describe.configure({ mode: "serial" });
  // A test that failed has left its students behind.
  test.beforeEach(async ({ server }) => {
    const { level, exam, name } = CAMPAIGN_PLAN;
    await operatorOf(server)
      .from("user_plans")
      .update({ active: false })
      .match({ plan_level: level, plan_exam: exam, plan_name: name });
  });

  test("a campaign reaches the students of a plan, and an admin sees the result for each recipient @desktop", async ({
    page,
    admin,
    server,
    newStudent,
  }) => {
    await signIn(page, admin);
    await openForm(page);
    await page.getByLabel("Plan").selectOption(CAMPAIGN_PLAN_LABEL);
    await expect(sendButton(page)).toHaveText(/\(0 users\)/);
    const subject = `Options close soon ${Date.now()}`;
    await fillForm(page, subject);
    await sendButton(page).click();
    await expect(page.getByRole("alert")).toHaveText("No users found for the selected plan.");

    const [asha, broken, optedOut] = await Promise.all([
      newStudent({ plan: CAMPAIGN_PLAN, profile: { first_name: "=1+1", last_name: "ಗೌಡ" } }),
      newStudent({ plan: CAMPAIGN_PLAN, profile: { first_name: "Broken" } }),
      newStudent({ plan: CAMPAIGN_PLAN, profile: { first_name: "Quiet" } }),
    ]);
    await breakAddress(server, broken);
    await optedOut.tables.from("profiles").update({ notify_email: false }).eq("id", optedOut.id);
    await page.reload();
    await expect(sendButton(page)).toHaveText(/\(2 users\)/);
    await expect(page.getByText("2 users will get it. 1 turned email off and is left out.")).toBeVisible();
    await page.getByLabel("Attach Files").setInputFiles(png("map.png"));

    await sendButton(page).click();
    await expect(
      passwordDialog(page).getByText(`“${subject}” goes to 2 users of ${CAMPAIGN_PLAN_LABEL}.`),
    ).toBeVisible();
    await confirmSending(page, "wrong");
    await expect(passwordDialog(page).getByText(WRONG_PASSWORD)).toBeVisible();
    await confirmSending(page);
    await expect(
      page.getByLabel("Messages").getByText("Failed to send to 1 user(s). Sent successfully to 1."),
    ).toBeVisible();
    await expect(page.getByLabel("Subject")).toHaveValue("");
    await expect(page.getByLabel("Body")).toHaveValue("");
    await expect(attached(page)).toHaveCount(0);
    expect(await draftsOf(page)).toBe("");

    const mail = await mailTo(server, asha.email);
    expect(mail.subject).toBe(subject);
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(["map.png"]);
    expect(await mailsTo(server, optedOut.email)).toEqual([]);

    // The finished campaign stays in view with its actions.
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
    await expect(rows).toContainText("the recipient is not an e-mail address");
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
    expect(csv.startsWith('\ufeff"Name","Email","State"')).toBe(true);
    expect(csv.trimEnd().split("\r\n")).toHaveLength(4);
    expect(csv).toContain(`"'=1+1 ಗೌಡ","${asha.email}","sent"`);
    expect(csv).toContain(`"${optedOut.email}","left out","Turned off e-mail"`);
    expect((await download).suggestedFilename()).toMatch(/^mail-\d{4}(-\d\d){4}\.csv$/);

    // The same text is sent again, and nothing fails.
    await Promise.all([endPlan(server, broken.id), endPlan(server, optedOut.id)]);
    await page.getByText("Email text", { exact: true }).click();
    await page.getByRole("button", { name: "Use this text again" }).click();
    await expect(page.getByLabel("Body")).toHaveValue("Please read this.");
    await page.getByLabel("Subject").fill(`${subject}, again`);
    await page.getByLabel("Plan").selectOption(CAMPAIGN_PLAN_LABEL);
    await expect(page.getByText("1 user will get it. Nobody turned email off.")).toBeVisible();
    await sendButton(page).click();
    await confirmSending(page);
    await expect(page.getByLabel("Messages").getByText("Email sent to 1 user(s).")).toBeVisible();
    await expect(page.getByRole("list", { name: "Campaigns" }).getByRole("listitem").first()).toContainText(
      `${subject}, again`,
    );
    await endPlan(server, asha.id);
  });

  test("a campaign is sent once, even if the first response is lost @desktop", async ({
    page,
    admin,
    server,
    newStudent,
  }) => {
    const student = await newStudent({ plan: CAMPAIGN_PLAN });
    await signIn(page, admin);
    await openForm(page);
    await page.getByLabel("Plan").selectOption(CAMPAIGN_PLAN_LABEL);
    const subject = `Only once ${Date.now()}`;
    await fillForm(page, subject);
    await page.route(
      "**/functions/v1/send-campaign",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await sendButton(page).click();
    await confirmSending(page);
    await expect(toast(page, "No response from the server.")).toBeVisible();
    await passwordDialog(page).getByRole("button", { name: "Cancel" }).click();
    // The campaign's request id survives a reload, so the server recognizes the repetition.
    await page.reload();
    await sendButton(page).click();
    await confirmSending(page);
    await expect(passwordDialog(page)).toHaveCount(0);
    await mailTo(server, student.email);
    expect(await campaignsWithSubject(admin, subject)).toHaveLength(1);

    // The same text sent once more is another campaign.
    await page.getByLabel("Plan").selectOption(CAMPAIGN_PLAN_LABEL);
    await fillForm(page, subject);
    await sendButton(page).click();
    await confirmSending(page);
    await expect(passwordDialog(page)).toHaveCount(0);
    await mailTo(server, student.email, 2);
    expect(await campaignsWithSubject(admin, subject)).toHaveLength(2);
    await endPlan(server, student.id);
  });

  test("a campaign pauses automatically when too many mails fail @desktop", async ({
    page,
    admin,
    server,
  }) => {
    const students = await Promise.all(
      Array.from({ length: 21 }, () => createAccount(server, { plan: CAMPAIGN_PLAN })),
    );
    await Promise.all(students.map((student) => breakAddress(server, student)));
    await signIn(page, admin);
    await openForm(page);
    await page.getByLabel("Plan").selectOption(CAMPAIGN_PLAN_LABEL);
    await fillForm(page, `Too many fail ${Date.now()}`);
    await sendButton(page).click();
    await confirmSending(page);
    await expect(page.getByText("Paused automatically: too many emails failed")).toBeVisible();
    const retry = page.getByRole("button", { name: "Retry failed only" });
    // A retry would also send to the pending recipients.
    await expect(retry).toHaveCount(0);
    await checkPage(page);
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByLabel("Messages").getByText(/^Failed to send to 21 user\(s\)/)).toBeVisible();
    await expect(retry).toBeVisible();
    await Promise.all(students.map((student) => endPlan(server, student.id)));
  });
});
