import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { samples, TYPES } from "../protocol/storage-samples.ts";
import { checkPage } from "./check-page.ts";
import { bucketOf, measure, noise, pdfFile, store, storedOf, turned } from "./documents.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { endPlan } from "./people.ts";

const plan = { level: "ug", exam: "cet", name: "Basic" } as const;
/** A door that a test opens. */
function closedDoor() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const KANNADA = "ಅಂಕಪಟ್ಟಿ 2026 (ಪ್ರತಿ).pdf";
const FULL = "You can upload a maximum of 5 documents.";
const MB = 1024 * 1024;

const picker = (page: Page) => page.getByLabel("Choose files");
const upload = (page: Page) => page.getByRole("button", { name: "Upload", exact: true });
const chosen = (page: Page, name: string) =>
  page.getByRole("list", { name: "Chosen files" }).getByRole("listitem").filter({ hasText: name });
const download = (page: Page, name: string) => page.getByRole("button", { name: `Download ${name}` });
const remove = (page: Page, name: string) => page.getByRole("button", { name: `Delete ${name}` });
const alertIn = (row: Locator) => row.getByRole("alert");

test("without a plan: what is kept here, and what is missing", async ({ page, newStudent }) => {
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

test("while the plan is looked up, it says so @phone", async ({ page, newStudent }) => {
  await signIn(page, await newStudent({ plan }));
  const { opened, open } = closedDoor();
  await page.route("**/rest/v1/user_plans?*", async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto("/documents");
  await expect(page.getByText("Checking your plan...")).toBeVisible();
  await checkPage(page);
  open();
  await expect(picker(page)).toBeEnabled();
  await expect(page.getByText("Checking your plan...")).toBeHidden();
});

test("documents go in, come out as they were, and are deleted after a question", async ({
  page,
  server,
  newStudent,
}) => {
  const student = await newStudent({ plan });
  await signIn(page, student);
  await page.goto("/documents");
  await expect(upload(page)).toBeDisabled();
  await checkPage(page);

  const card = pdfFile(KANNADA);
  await picker(page).setInputFiles([
    card,
    // As it comes where no office suite is installed.
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
  const stored = await storedOf(server, student);
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
  expect(await storedOf(server, student)).toHaveLength(1);
});

test("what will not be taken says so beside its file, and the rest goes through", async ({
  page,
  server,
  newStudent,
}) => {
  const student = await newStudent({ plan });
  await store(
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
  await expect(alertIn(chosen(page, "sixth.pdf"))).toHaveText(FULL);
  await expect(alertIn(chosen(page, "fourth.pdf"))).toHaveCount(0);
  await checkPage(page);
  await upload(page).click();
  await expect(page.getByText("5 of 5")).toBeVisible();
  await expect(download(page, "fifth.pdf")).toBeVisible();
  await expect(alertIn(chosen(page, "sixth.pdf"))).toHaveText(FULL);
  await expect(upload(page)).toBeDisabled();

  // Room is made, and the one that waited is taken.
  await remove(page, "a.pdf").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(alertIn(chosen(page, "sixth.pdf"))).toHaveCount(0);
  await upload(page).click();
  await expect(download(page, "sixth.pdf")).toBeVisible();
  expect(await storedOf(server, student)).toHaveLength(5);
});

test.describe("pictures", () => {
  test("are made smaller in their own type, upright, and small ones stay as they are @desktop", async ({
    page,
    server,
    newStudent,
  }) => {
    const student = await newStudent({ plan });
    await signIn(page, student);
    await page.goto("/documents");
    const photo = turned(await noise(page, "photo.jpg", "image/jpeg", 2600, 1950));
    const scan = await noise(page, "scan.png", "image/png", 1400, 1000);
    const wide = await noise(page, "wide.webp", "image/webp", 2400, 300);
    const small = await noise(page, "small.png", "image/png", 300, 200);
    expect(Math.min(photo.buffer.length, scan.buffer.length)).toBeGreaterThan(2 * MB);
    await picker(page).setInputFiles([photo, scan, wide, small]);
    await upload(page).click();
    await expect(page.getByText("4 of 5")).toBeVisible();

    const stored = await storedOf(server, student);
    expect(stored.map(({ type }) => type)).toEqual(["image/png", "image/webp", "image/png", "image/jpeg"]);
    const [small_, wide_, scan_, photo_] = stored.map(({ bytes }) => bytes);
    if (!small_ || !wide_ || !scan_ || !photo_) throw new Error("four pictures are stored");
    expect(small_.equals(small.buffer)).toBe(true);
    expect(await measure(page, wide_)).toEqual({ width: 1920, height: 240 });
    const upright = await measure(page, photo_);
    expect(upright.height).toBeLessThanOrEqual(1920);
    expect(upright.height / upright.width).toBeCloseTo(2600 / 1950, 2);
    const scanned = await measure(page, scan_);
    expect(scanned.width / scanned.height).toBeCloseTo(1.4, 2);
    expect(Math.max(...stored.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(2 * MB);
  });

  test("where workers cannot draw, the page does @phone", async ({ page, server, newStudent }) => {
    const student = await newStudent({ plan });
    await signIn(page, student);
    await page.goto("/documents");
    const wide = await noise(page, "wide.jpg", "image/jpeg", 2400, 300);
    await page.evaluate("delete window.OffscreenCanvas");
    await picker(page).setInputFiles([wide]);
    await upload(page).click();
    await expect(download(page, "wide.jpg")).toBeVisible();
    const [stored] = await storedOf(server, student);
    expect(await measure(page, stored?.bytes ?? Buffer.alloc(0))).toEqual({ width: 1920, height: 240 });
  });

  test.describe(() => {
    // The recorder of traces asks again for a picture that is broken; without a trace nobody does.
    test.use({ allowConsole: /Connecting to 'blob:/ });

    test("one that is broken says so and can be taken away @phone", async ({ page, newStudent }) => {
      await signIn(page, await newStudent({ plan }));
      await page.goto("/documents");
      await picker(page).setInputFiles([
        { name: "torn.png", mimeType: "image/png", buffer: samples.png.subarray(0, 30) },
      ]);
      await upload(page).click();
      await expect(alertIn(chosen(page, "torn.png"))).toHaveText("Image compression failed.");
      await checkPage(page);
      await page.getByRole("button", { name: "Remove torn.png" }).click();
      await expect(chosen(page, "torn.png")).toHaveCount(0);
    });
  });

  test("are looked at before and after", async ({ page, newStudent }) => {
    await signIn(page, await newStudent({ plan }));
    await page.goto("/documents");
    const photo = await noise(page, "photo.jpg", "image/jpeg", 400, 300);
    await picker(page).setInputFiles([photo]);
    await page.getByRole("button", { name: "Preview photo.jpg" }).click();
    const preview = page.getByRole("dialog", { name: "photo.jpg" });
    await expect(preview.getByRole("img", { name: "photo.jpg" })).toHaveJSProperty("naturalWidth", 400);
    await checkPage(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Preview photo.jpg" })).toBeFocused();
    await upload(page).click();
    await expect(download(page, "photo.jpg")).toBeVisible();
    await page.getByRole("button", { name: "Preview photo.jpg" }).click();
    await expect(preview.getByRole("img", { name: "photo.jpg" })).toHaveJSProperty("naturalWidth", 400);
    await preview.getByRole("button", { name: "Close" }).click();
    await expect(preview).toBeHidden();
  });
});

test("a PDF is looked at where the browser can show one @desktop", async ({ page, newStudent }) => {
  await signIn(page, await newStudent({ plan }));
  await page.addInitScript("Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true })");
  await page.goto("/documents");
  await picker(page).setInputFiles([pdfFile("card.pdf")]);
  await page.getByRole("button", { name: "Preview card.pdf" }).click();
  await expect(page.getByTitle("card.pdf", { exact: true })).toHaveAttribute("src", /^blob:/);
  await page.getByRole("button", { name: "Close" }).click();
});

test("on a phone the camera is a second way @phone", async ({ page, newStudent }) => {
  await signIn(page, await newStudent({ plan }));
  await page.addInitScript("Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false })");
  await page.goto("/documents");
  const camera = page.getByLabel("Take a photo");
  await expect(camera).toHaveAttribute("capture", "environment");
  await camera.setInputFiles([await noise(page, "IMG_20261121.jpg", "image/jpeg", 300, 400)]);
  await expect(chosen(page, "IMG_20261121.jpg")).toBeVisible();
  // In reach of the thumb, whatever was chosen.
  await expect(upload(page)).toBeInViewport({ ratio: 1 });
  await picker(page).setInputFiles([pdfFile("card.pdf")]);
  await expect(chosen(page, "card.pdf")).toBeVisible();
  await expect(page.getByRole("button", { name: "Preview card.pdf" })).toHaveCount(0);
});

test("files are dropped anywhere on the page @desktop", async ({ page, newStudent }) => {
  await signIn(page, await newStudent({ plan }));
  await page.goto("/documents");
  await expect(picker(page)).toBeEnabled();
  const bytes = pdfFile("dropped.pdf").buffer.toString("latin1");
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.pdf", { type: "application/pdf" }));
    return transfer;
  }, bytes);
  const main = page.getByRole("main");
  await main.dispatchEvent("dragover", { dataTransfer: data });
  await expect(page.getByText("Drop the files to choose them")).toBeVisible();
  await checkPage(page);
  await main.dispatchEvent("drop", { dataTransfer: data });
  await expect(page.getByText("Drop the files to choose them")).toBeHidden();
  await expect(chosen(page, "dropped.pdf")).toBeVisible();
  await upload(page).click();
  await expect(download(page, "dropped.pdf")).toBeVisible();
});

test("with the keyboard alone @desktop", async ({ page, newStudent }) => {
  await signIn(page, await newStudent({ plan }));
  // Asked for early: the browser has to know it before the key is pressed.
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

test("while a file is on its way, that is shown, and nothing else can be started", async ({
  page,
  newStudent,
}) => {
  await signIn(page, await newStudent({ plan }));
  await page.goto("/documents");
  const { opened, open } = closedDoor();
  await page.route("**/storage/v1/object/user-documents/**", async (route) => {
    await opened;
    await route.continue();
  });
  await picker(page).setInputFiles([pdfFile("first.pdf"), pdfFile("second.pdf")]);
  await upload(page).click();
  await expect(chosen(page, "first.pdf").getByRole("progressbar")).toHaveAttribute("aria-valuenow", /\d/);
  await expect(chosen(page, "second.pdf")).toContainText("Waiting");
  await expect(page.getByRole("button", { name: "Uploading…" })).toHaveAttribute("aria-disabled", "true");
  await expect(picker(page)).toBeDisabled();
  await expect(page.getByRole("button", { name: "Remove second.pdf" })).toBeDisabled();
  await checkPage(page);
  open();
  await expect(page.getByText("2 of 5")).toBeVisible();
  await expect(picker(page)).toBeEnabled();
});

test("whose plan is over still sees, downloads and deletes", async ({ page, server, newStudent }) => {
  const student = await newStudent({ plan });
  const card = pdfFile("marks card.pdf");
  await store(server, student, [card]);
  await endPlan(server, student);
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
  expect(await storedOf(server, student)).toEqual([]);
});

test.describe("what the server knows better", () => {
  test.use({ allowConsole: /status of 400/ });

  test("another tab took the last place meanwhile @phone", async ({ page, server, newStudent }) => {
    const student = await newStudent({ plan });
    await store(
      server,
      student,
      ["a.pdf", "b.pdf", "c.pdf", "d.pdf"].map((name) => pdfFile(name)),
    );
    await signIn(page, student);
    await page.goto("/documents");
    await expect(page.getByText("4 of 5")).toBeVisible();
    await store(server, student, [pdfFile("of another tab.pdf")]);
    await picker(page).setInputFiles([pdfFile("mine.pdf")]);
    await upload(page).click();
    await expect(alertIn(chosen(page, "mine.pdf"))).toHaveText(FULL);
    await expect(download(page, "of another tab.pdf")).toBeVisible();
    await checkPage(page);
  });

  test("the plan ended meanwhile, and what was chosen stays @phone", async ({ page, server, newStudent }) => {
    const student = await newStudent({ plan });
    await signIn(page, student);
    await page.goto("/documents");
    await picker(page).setInputFiles([pdfFile("mine.pdf")]);
    await endPlan(server, student);
    await upload(page).click();
    await expect(alertIn(chosen(page, "mine.pdf"))).toHaveText("Please purchase a plan to upload documents.");
    await expect(page.getByText("Please purchase a plan to upload and manage documents.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Buy Plan" })).toBeVisible();
    await checkPage(page);
  });

  test("a file is not what its name says: it stays out, and the others go through @desktop", async ({
    page,
    server,
    newStudent,
  }) => {
    const student = await newStudent({ plan });
    await signIn(page, student);
    await page.goto("/documents");
    await picker(page).setInputFiles([
      { name: "liar.pdf", mimeType: TYPES.pdf, buffer: Buffer.from("<html><p>not a PDF</p></html>") },
      pdfFile("honest.pdf"),
    ]);
    await upload(page).click();
    await expect(download(page, "honest.pdf")).toBeVisible();
    await expect(alertIn(chosen(page, "liar.pdf"))).toHaveText(
      "This is not a PDF, although its name says so. Please choose another file.",
    );
    await expect(chosen(page, "liar.pdf").getByRole("button", { name: /Try again/ })).toHaveCount(0);
    await expect(upload(page)).toBeDisabled();
    expect(await storedOf(server, student)).toHaveLength(1);
  });

  test("another tab deleted it already: it is gone here too @desktop", async ({
    page,
    server,
    newStudent,
  }) => {
    const student = await newStudent({ plan });
    await store(server, student, [pdfFile("a.pdf"), pdfFile("b.pdf")]);
    await signIn(page, student);
    await page.goto("/documents");
    await expect(page.getByText("2 of 5")).toBeVisible();
    const [newest] = await storedOf(server, student);
    await bucketOf(server, student).remove([`${student.id}/${newest?.name}`]);
    await download(page, "b.pdf").click();
    await expect(page.getByText("Download failed.")).toBeVisible();
    await remove(page, "b.pdf").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("1 of 5")).toBeVisible();
  });
});

test.describe("on a connection that breaks", () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test("an upload says so, keeps the file and is tried again @phone", async ({
    page,
    server,
    newStudent,
  }) => {
    const student = await newStudent({ plan });
    await signIn(page, student);
    await page.goto("/documents");
    const address = "**/storage/v1/object/user-documents/**";
    await page.route(address, (route) => route.abort());
    await picker(page).setInputFiles([pdfFile("card.pdf")]);
    await upload(page).click();
    await expect(alertIn(chosen(page, "card.pdf"))).toContainText("The connection was lost");
    await checkPage(page);
    await page.unroute(address);

    // This time it arrives, and only the answer is lost: it must not be there twice in the end.
    await page.route(address, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Try again: card.pdf" }).click();
    await expect.poll(() => storedOf(server, student)).toHaveLength(1);
    await expect(alertIn(chosen(page, "card.pdf"))).toContainText("The connection was lost");
    await page.unroute(address);
    await page.getByRole("button", { name: "Try again: card.pdf" }).click();
    await expect(download(page, "card.pdf")).toBeVisible();
    await expect(chosen(page, "card.pdf")).toHaveCount(0);
    expect(await storedOf(server, student)).toHaveLength(1);
  });

  test("the list, a download, a preview and a deletion say so @phone", async ({
    page,
    server,
    newStudent,
  }) => {
    const student = await newStudent({ plan });
    await store(server, student, [{ name: "photo.png", mimeType: TYPES.png, buffer: samples.png }]);
    await signIn(page, student);
    const list = "**/storage/v1/object/list/**";
    const message = "There is no room for this file right now. Please try again later.";
    await page.route(list, (route) =>
      route.fulfill({ status: 500, json: { statusCode: "500", code: "InternalError", message } }),
    );
    await page.goto("/documents");
    await expect(page.getByText(message)).toBeVisible();
    await checkPage(page);
    await page.unroute(list);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(download(page, "photo.png")).toBeVisible();

    const files = "**/storage/v1/object/**";
    await page.route(files, (route) => route.abort());
    await download(page, "photo.png").click();
    await expect(page.getByRole("alert")).toHaveText("Download failed.");
    await checkPage(page);
    await page.getByRole("button", { name: "Preview photo.png" }).click();
    const preview = page.getByRole("dialog", { name: "photo.png" });
    await expect(preview.getByRole("alert")).toContainText("Download failed.");
    await preview.getByRole("button", { name: "Close" }).click();
    await remove(page, "photo.png").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("alert")).toContainText("The document is still here");
    await page.unroute(files);

    // With the next thing that works, what did not is over.
    await picker(page).setInputFiles([pdfFile("card.pdf")]);
    await upload(page).click();
    await expect(download(page, "card.pdf")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await remove(page, "photo.png").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    // As long as the dialog stands, what lies under it is not found by its role either.
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(download(page, "photo.png")).toHaveCount(0);
    expect(await storedOf(server, student)).toHaveLength(1);
  });

  test("the plan cannot be looked up: it says so and asks again @desktop", async ({ page, newStudent }) => {
    await signIn(page, await newStudent({ plan }));
    const address = "**/rest/v1/user_plans?*";
    await page.route(address, (route) =>
      route.fulfill({ status: 500, json: { code: "XX000", message: "Internal Server Error" } }),
    );
    await page.goto("/documents");
    await expect(page.getByRole("alert")).toContainText("could not be loaded");
    await page.unroute(address);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(picker(page)).toBeEnabled();
  });
});
