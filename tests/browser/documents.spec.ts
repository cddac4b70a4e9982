import { readFile } from "node:fs/promises";
import { samples, TYPES } from "../world/files.ts";
import { endPlan } from "../world/people.ts";
import { checkPage } from "./check-page.ts";
import { pdfFile, storedFiles, uploadFiles } from "./documents.ts";
import { alertIn, chosen, download, MB, picker, remove, TOO_MANY, upload } from "./documents-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests, OVERVIEW } from "./held-requests.ts";

const plan = { level: "ug", exam: "cet", name: "Basic" } as const;
const KANNADA = "ಅಂಕಪಟ್ಟಿ 2026 (ಪ್ರತಿ).pdf";

test("a student sees what their plan allows, uploads documents, downloads them unchanged and deletes one @phone", async ({
  page,
  newStudent,
  server,
}) => {
  await test.step("without a plan, the page says what documents are for and links to /pricing", async () => {
    await signIn(page, await newStudent());
    await page.goto("/documents");
    await expect(page.getByRole("heading", { name: "Your Documents" })).toBeVisible();
    await expect(page.getByText("Please purchase a plan to upload and manage documents.")).toBeVisible();
    await expect(page.getByText("Only you can access these files")).toBeVisible();
    await expect(page.getByText("Uploads are optimised")).toBeVisible();
    await expect(page.getByText("do not share links to your documents")).toBeVisible();
    await expect(page.getByText("No documents uploaded yet.")).toBeVisible();
    await expect(picker(page)).toHaveCount(0);
    await checkPage(page);
    await page.getByRole("link", { name: "Buy Plan" }).click();
    await page.waitForURL("**/pricing");
  });

  await test.step("the page says that it is checking the plan", async () => {
    await signIn(page, await newStudent({ plan }));
    const release = await holdRequests(page, OVERVIEW);
    await page.goto("/documents");
    await expect(page.getByText("Checking your plan...")).toBeVisible();
    await checkPage(page);
    release();
    await expect(picker(page)).toBeEnabled();
    await expect(page.getByText("Checking your plan...")).toBeHidden();
  });

  await test.step("a student whose plan has ended still sees, downloads and deletes documents", async () => {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const student = await newStudent({ plan });
    const card = pdfFile("marks card.pdf");
    await uploadFiles(server, student, [card]);
    await endPlan(server, student.id);
    await signIn(page, student);
    await page.goto("/documents");
    await expect(page.getByText("Please purchase a plan to upload and manage documents.")).toBeVisible();
    await expect(picker(page)).toHaveCount(0);
    const saving = page.waitForEvent("download");
    await download(page, "marks card.pdf").click();
    expect((await readFile(await (await saving).path())).equals(card.buffer)).toBe(true);
    await checkPage(page);
    await remove(page, "marks card.pdf").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No documents uploaded yet.")).toBeVisible();
    expect(await storedFiles(server, student)).toEqual([]);
  });

  await test.step("a student uploads documents, downloads them unchanged and deletes one after a confirmation", async () => {
    const student = await newStudent({ plan });
    await signIn(page, student);
    await page.goto("/documents");
    await expect(upload(page)).toBeDisabled();
    await checkPage(page);

    const card = pdfFile(KANNADA);
    await picker(page).setInputFiles([
      card,
      // Without an office suite the browser gives no type.
      { name: "letter.docx", mimeType: "", buffer: samples.docx },
      { name: "old letter.doc", mimeType: TYPES.doc, buffer: samples.doc },
    ]);
    await expect(chosen(page, KANNADA)).toBeVisible();
    await checkPage(page);
    await chosen(page, "old letter.doc").getByRole("button", { name: "Remove old letter.doc" }).click();
    await upload(page).click();

    await expect(download(page, "letter.docx")).toBeVisible();
    await expect(page.getByRole("list", { name: "Chosen files" })).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: "letter.docx is uploaded." })).toHaveCount(1);
    await expect(page.getByText("2 of 5")).toBeVisible();
    await checkPage(page);
    const stored = await storedFiles(server, student);
    expect(stored.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^\d{13}_letter\.docx$/),
      expect.stringMatching(new RegExp(`^\\d{13}_${KANNADA.replace(/[()]/g, "\\$&")}$`)),
    ]);
    expect(stored[0]?.type).toBe(TYPES.docx);

    const saving = page.waitForEvent("download");
    await download(page, KANNADA).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(KANNADA);
    expect((await readFile(await saved.path())).equals(card.buffer)).toBe(true);

    await remove(page, "letter.docx").click();
    const question = page.getByRole("alertdialog", { name: "Delete this document?" });
    await expect(question).toContainText("letter.docx");
    await checkPage(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(remove(page, "letter.docx")).toBeFocused();
    await remove(page, "letter.docx").click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(download(page, "letter.docx")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: /Stored documents/ })).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: "letter.docx is deleted." })).toHaveCount(1);
    await page.reload();
    await expect(download(page, KANNADA)).toBeVisible();
    await expect(page.getByText("1 of 5")).toBeVisible();
    expect(await storedFiles(server, student)).toHaveLength(1);
  });
});

test("a refused file shows the reason beside it, and the other files are uploaded @phone", async ({
  page,
  server,
  newStudent,
}) => {
  const student = await newStudent({ plan });
  await uploadFiles(
    server,
    student,
    ["a.pdf", "b.pdf", "c.pdf"].map((name) => pdfFile(name)),
  );
  await signIn(page, student);
  await page.goto("/documents");
  await expect(page.getByText("3 of 5")).toBeVisible();
  await picker(page).setInputFiles([
    { name: "song.mp3", mimeType: "audio/mpeg", buffer: Buffer.from("ID3") },
    { name: "nothing.pdf", mimeType: TYPES.pdf, buffer: Buffer.alloc(0) },
    pdfFile("large.pdf", 10 * MB + 1),
    pdfFile("fourth.pdf"),
    pdfFile("fifth.pdf", 10 * MB),
    pdfFile("sixth.pdf"),
  ]);
  await expect(alertIn(chosen(page, "song.mp3"))).toHaveText("Unsupported file type.");
  await expect(alertIn(chosen(page, "nothing.pdf"))).toHaveText("This file is empty.");
  await expect(alertIn(chosen(page, "large.pdf"))).toHaveText("File too large (max 10MB).");
  await expect(chosen(page, "large.pdf")).toContainText("10.1 MB");
  await expect(alertIn(chosen(page, "sixth.pdf"))).toHaveText(TOO_MANY);
  await expect(alertIn(chosen(page, "fourth.pdf"))).toHaveCount(0);
  await checkPage(page);
  await upload(page).click();
  await expect(page.getByText("5 of 5")).toBeVisible();
  await expect(download(page, "fifth.pdf")).toBeVisible();
  await expect(alertIn(chosen(page, "sixth.pdf"))).toHaveText(TOO_MANY);
  await expect(upload(page)).toBeDisabled();

  // After a deletion the waiting file can be uploaded.
  await remove(page, "a.pdf").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(alertIn(chosen(page, "sixth.pdf"))).toHaveCount(0);
  await upload(page).click();
  await expect(download(page, "sixth.pdf")).toBeVisible();
  expect(await storedFiles(server, student)).toHaveLength(5);
});

test("documents are handled with the keyboard alone, and an upload in progress is shown @desktop", async ({
  page,
  newStudent,
}) => {
  await test.step("documents are chosen, uploaded and deleted with the keyboard alone", async () => {
    await signIn(page, await newStudent({ plan }));
    // Registered early: the browser must intercept the file chooser before the key is pressed.
    const choosing = page.waitForEvent("filechooser");
    await page.goto("/documents");
    await expect(picker(page)).toBeEnabled();
    await picker(page).press("Enter");
    await (await choosing).setFiles([{ name: "letter.docx", mimeType: TYPES.docx, buffer: samples.docx }]);
    await expect(chosen(page, "letter.docx")).toBeVisible();
    await expect(picker(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Remove letter.docx" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(upload(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(download(page, "letter.docx")).toBeVisible();
    await download(page, "letter.docx").focus();
    await page.keyboard.press("Tab");
    await expect(remove(page, "letter.docx")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alertdialog").getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByText("No documents uploaded yet.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Stored documents" })).toBeFocused();
  });

  await test.step("an upload in progress is shown, and nothing else can be started", async () => {
    await signIn(page, await newStudent({ plan }));
    await page.goto("/documents");
    const release = await holdRequests(page, "**/storage/v1/upload/resumable/**");
    await picker(page).setInputFiles([pdfFile("first.pdf"), pdfFile("second.pdf")]);
    await upload(page).click();
    await expect(chosen(page, "first.pdf").getByRole("progressbar")).toHaveAttribute("aria-valuenow", /\d/);
    await expect(chosen(page, "second.pdf")).toContainText("Waiting");
    await expect(page.getByRole("button", { name: "Uploading…" })).toHaveAttribute("aria-disabled", "true");
    await expect(picker(page)).toBeDisabled();
    await expect(page.getByRole("button", { name: "Remove second.pdf" })).toBeDisabled();
    await checkPage(page);
    release();
    await expect(page.getByText("2 of 5")).toBeVisible();
    await expect(picker(page)).toBeEnabled();
  });
});
