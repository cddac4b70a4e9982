import { dayAfter, dayOf } from "../../domain/kolkata-time.ts";
import { queryAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { pdfFile, uploadFiles } from "./documents.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { png } from "./send-email-page.ts";

const BASIC = { level: "ug", exam: "cet", name: "Basic" } as const;

test("an admin sees all about a student on one page, and does there what is to be done @desktop", async ({
  page,
  server,
  admin,
  newStudent,
}) => {
  test.slow();
  const last_name = `Rao ${Date.now()}`;
  const student = await newStudent({ profile: { last_name }, plan: BASIC });
  await queryAt(server.databaseUrl, "insert into option_lists (user_id, exam) values ($1, 'UGCET')", [
    student.id,
  ]);
  await uploadFiles(server, student, [pdfFile("marks.pdf"), png("photo.png")]);
  await signIn(page, admin);

  await test.step("two clicks from the list of students", async () => {
    await page.goto(`/assign-plan?search=${encodeURIComponent(last_name)}`);
    await page.getByRole("link", { name: `Asha ${last_name}`, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Asha ${last_name}` })).toBeVisible();
    await expect(page.getByRole("region", { name: "Student", exact: true })).toContainText(student.email);
    await expect(page.getByRole("region", { name: "Plan" })).toContainText("UG / CET / Basic");
    await expect(page.getByRole("button", { name: "View marks.pdf", exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Uploaded marks.pdf");
    await expect(page.getByRole("listitem").filter({ hasText: /^marks\.pdf.*\d{4}, .*M/ })).toBeVisible();
    await expect(page.getByText("Option list for UGCET engineering (0 options)")).toBeVisible();
    await expect(page.getByText("Last change of the option list for UGCET engineering")).toBeVisible();
    await checkPage(page);
  });

  await test.step("a note without the password in it", async () => {
    const note = page.getByRole("textbox", { name: "New note" });
    await note.fill("Login of KEA, password: Abcd@1234. Call the father.");
    await expect(page.getByText("The password or code in it will be hidden.")).toBeVisible();
    await page.reload();
    await expect(note).toHaveValue(/Call the father/);
    await page.getByRole("button", { name: "Add the note" }).click();
    const notes = page.getByRole("region", { name: "Notes" });
    await expect(notes).toContainText("password: •••");
    await expect(notes).not.toContainText("Abcd@1234");
    await expect(note).toHaveValue("");
    await page.getByRole("link", { name: "Search all notes" }).click();
    await page.getByRole("searchbox").fill(`father kea`);
    await page.getByRole("list", { name: "Notes" }).getByRole("link", { name: last_name }).click();
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Note for admins");
  });

  await test.step("the preview of a picture, and a mark, here as in the list", async () => {
    await page.getByRole("button", { name: "Preview photo.png" }).click();
    const picture = page.getByRole("img", { name: "photo.png" });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await page.getByRole("button", { name: "Marks", exact: true }).click();
    const marks = page.getByRole("dialog", { name: `Marks of Asha ${last_name}` });
    await marks.getByRole("textbox", { name: "New mark" }).fill("scholarship");
    await marks.getByRole("button", { name: "Add" }).click();
    await marks.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("region", { name: "Student", exact: true })).toContainText("scholarship");
    await page.reload();
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Viewed photo.png");
  });

  await test.step("a link to choose a new password", async () => {
    await page.getByRole("button", { name: "Send a reset mail" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText(
      "a link to choose a new password",
    );
  });

  await test.step("a corrected phone number", async () => {
    await page.getByRole("button", { name: "Correct name or phone" }).click();
    const dialog = page.getByRole("dialog", { name: "Correct name or phone" });
    await dialog.getByRole("textbox", { name: "Phone" }).fill("9845O 54321");
    await expect(dialog).toContainText("Is this right? Mentors call this number.");
    await dialog.getByRole("textbox", { name: "Phone" }).fill("98450 54321");
    await expect(dialog).not.toContainText("Is this right?");
    await queryAt(server.databaseUrl, "update profiles set first_name = 'Usha' where id = $1", [student.id]);
    await checkPage(page);
    await dialog.getByRole("textbox", { name: "Phone" }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("link", { name: `Call Usha ${last_name}, 98450 54321` })).toBeVisible();
  });

  await test.step("all devices logged out", async () => {
    await page.getByRole("button", { name: "Log out all devices" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("button", { name: "Log out all devices" })).toBeDisabled();
    const { data } = await student.tables.from("profiles").select("id");
    expect(data).toBeNull();
  });

  await test.step("everything as one file", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as a file" }).click();
    expect((await download).suggestedFilename()).toBe(`student-${student.id.slice(0, 8)}.json`);
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Exported everything about");
  });

  await test.step("a plan assigned in three clicks", async () => {
    await page.getByRole("button", { name: "Assign a plan" }).click();
    const dialog = page.getByRole("dialog", { name: "Assign Plan" });
    await expect(dialog).toContainText("Now: UG / CET / Basic");
    await dialog.getByLabel("Plan").selectOption("UG / NEET / Medium");
    await dialog.getByRole("button", { name: "Assign" }).click();
    const plan = page.getByRole("region", { name: "Plan" });
    await expect(plan.getByRole("listitem").first()).toContainText("UG / NEET / MediumActive");
    await plan.getByRole("button", { name: "Deadline" }).click();
    const deadline = page.getByRole("dialog", { name: "Deadline" });
    await deadline.getByRole("textbox").fill(`${dayAfter(dayOf(new Date()), 30)}T18:00`);
    await deadline.getByRole("button", { name: "Save" }).click();
    await expect(plan).toContainText(/Deadline: .*, 6:00 PM/);
  });
});

test.describe("an unknown address", () => {
  test.use({ allowConsole: /400 \(Bad Request\)/ });
  test("an address without a student, or of nobody, says so @phone", async ({ page, admin }) => {
    await signIn(page, admin);
    await page.goto("/students/student");
    await expect(page.getByRole("link", { name: "the list of students" })).toBeVisible();
    await page.getByRole("searchbox").fill("no such words");
    await expect(page.getByText("No note has these words.")).toBeVisible();
    await checkPage(page);
    await page.goto("/students/student?id=00000000-0000-4000-8000-000000000000");
    await expect(page.getByText("There is no such student.")).toBeVisible();
  });
});
