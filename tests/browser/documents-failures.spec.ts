import type { Request, Route } from "@playwright/test";
import { samples, TYPES } from "../world/files.ts";
import { endPlan } from "../world/people.ts";
import { checkPage } from "./check-page.ts";
import { bucketOf, pdfFile, storedFiles, uploadFiles } from "./documents.ts";
import { alertIn, chosen, download, MB, picker, remove, TOO_MANY, upload } from "./documents-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { withoutOverview } from "./held-requests.ts";

const RESUMABLE = "**/storage/v1/upload/resumable**";
const plan = { level: "ug", exam: "cet", name: "Basic" } as const;
const isPatch = (request: Request) => request.method() === "PATCH";

test.describe("a change elsewhere", () => {
  test.use({ allowConsole: /status of 4\d\d/ });

  test("a file is refused after a change elsewhere, and a document that was deleted elsewhere disappears @phone", async ({
    page,
    server,
    newStudent,
  }) => {
    await test.step("a file is refused when another tab has uploaded the fifth document", async () => {
      const student = await newStudent({ plan });
      await uploadFiles(
        server,
        student,
        ["a.pdf", "b.pdf", "c.pdf", "d.pdf"].map((name) => pdfFile(name)),
      );
      await signIn(page, student);
      await page.goto("/documents");
      await expect(page.getByText("4 of 5")).toBeVisible();
      await uploadFiles(server, student, [pdfFile("of another tab.pdf")]);
      await picker(page).setInputFiles([pdfFile("mine.pdf")]);
      await upload(page).click();
      await expect(alertIn(chosen(page, "mine.pdf"))).toHaveText(TOO_MANY);
      await expect(download(page, "of another tab.pdf")).toBeVisible();
      await checkPage(page);
    });

    await test.step("when the plan ends while the page is open, it says so and keeps the chosen file", async () => {
      const student = await newStudent({ plan });
      await signIn(page, student);
      await page.goto("/documents");
      await picker(page).setInputFiles([pdfFile("mine.pdf")]);
      await endPlan(server, student.id);
      await upload(page).click();
      await expect(alertIn(chosen(page, "mine.pdf"))).toHaveText(
        "Please purchase a plan to upload documents.",
      );
      await expect(page.getByText("Please purchase a plan to upload and manage documents.")).toBeVisible();
      await expect(page.getByRole("link", { name: "Buy Plan" })).toBeVisible();
      await checkPage(page);
    });

    await test.step("a file that is not what its name says is refused, and the others are uploaded", async () => {
      const student = await newStudent({ plan });
      await signIn(page, student);
      await page.goto("/documents");
      await picker(page).setInputFiles([
        {
          name: "mislabelled.pdf",
          mimeType: TYPES.pdf,
          buffer: Buffer.from("<html><p>not a PDF</p></html>"),
        },
        pdfFile("valid.pdf"),
      ]);
      await upload(page).click();
      await expect(download(page, "valid.pdf")).toBeVisible();
      await expect(alertIn(chosen(page, "mislabelled.pdf"))).toHaveText(
        "This is not a PDF, although its name says so. Please choose another file.",
      );
      await expect(chosen(page, "mislabelled.pdf").getByRole("button", { name: /Try again/ })).toHaveCount(0);
      await expect(upload(page)).toBeDisabled();
      expect(await storedFiles(server, student)).toHaveLength(1);
    });

    await test.step("a document that another tab has deleted disappears here too", async () => {
      const student = await newStudent({ plan });
      await uploadFiles(server, student, [pdfFile("a.pdf"), pdfFile("b.pdf")]);
      await signIn(page, student);
      await page.goto("/documents");
      await expect(page.getByText("2 of 5")).toBeVisible();
      const [newest] = await storedFiles(server, student);
      await bucketOf(server, student).remove([`${student.id}/${newest?.name}`]);
      await download(page, "b.pdf").click();
      await expect(page.getByText("Download failed.")).toBeVisible();
      await remove(page, "b.pdf").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("1 of 5")).toBeVisible();
    });
  });
});

test.describe("a lost connection", () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test("a failed request is reported, and an upload waits for the connection, continues by itself and is stored once @phone", async ({
    page,
    newStudent,
    server,
  }) => {
    await test.step("a plan that cannot be loaded is reported, and can be loaded again", async () => {
      await signIn(page, await newStudent({ plan }));
      await withoutOverview(page);
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

    await test.step("a failed list, download, preview or deletion is reported", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const student = await newStudent({ plan });
      await uploadFiles(server, student, [{ name: "photo.png", mimeType: TYPES.png, buffer: samples.png }]);
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

      // The next action that succeeds clears the error.
      await picker(page).setInputFiles([pdfFile("card.pdf")]);
      await upload(page).click();
      await expect(download(page, "card.pdf")).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
      await remove(page, "photo.png").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      // While the dialog is open, the page below it is hidden from role queries.
      await expect(page.getByRole("alertdialog")).toBeHidden();
      await expect(download(page, "photo.png")).toHaveCount(0);
      expect(await storedFiles(server, student)).toHaveLength(1);
    });

    await test.step("an upload waits for the connection, continues by itself, and is stored once", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const student = await newStudent({ plan });
      await signIn(page, student);
      await page.goto("/documents");
      const abort = (route: Route) => route.abort();
      await page.route(RESUMABLE, abort);
      await picker(page).setInputFiles([pdfFile("card.pdf")]);
      await upload(page).click();
      await expect(chosen(page, "card.pdf")).toContainText("Waiting for the connection…");
      await checkPage(page);

      // The file arrives and only the response is lost: it must not be stored twice.
      let lost = 0;
      await page.route(RESUMABLE, async (route) => {
        const isLost = route.request().method() === "PATCH";
        if (!isLost) return route.continue();
        await route.fetch();
        lost += 1;
        await route.abort();
      });
      // The upload also tries by itself, so there is no moment without a route.
      await page.unroute(RESUMABLE, abort);
      // The browser may say this at any moment between two attempts.
      await expect(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event("online")));
        await expect(download(page, "card.pdf")).toBeVisible({ timeout: 500 });
      }).toPass();
      await expect(chosen(page, "card.pdf")).toHaveCount(0);
      expect(lost).toBe(1);
      expect(await storedFiles(server, student)).toHaveLength(1);
    });
  });

  test("an upload continues where it stood when the page was closed; its file can be removed meanwhile @phone", async ({
    page,
    context,
    server,
    newStudent,
  }) => {
    const student = await newStudent({ plan });
    const file = pdfFile("card.pdf", MB);
    await signIn(page, student);
    await page.goto("/documents");
    // The connection is lost after the first bytes.
    await page.route(RESUMABLE, (route) =>
      Number(route.request().headers()["upload-offset"] ?? 0) > 0 ? route.abort() : route.continue(),
    );
    await picker(page).setInputFiles([file]);
    await upload(page).click();
    const progress = chosen(page, "card.pdf").getByRole("progressbar");
    await expect(progress).toHaveAttribute("aria-valuetext", /^Waiting for the connection… [1-9]\d?%$/);
    const texts = await page.evaluateHandle(() => {
      const seen: (string | null | undefined)[] = [];
      const read = () => document.querySelector("[role=progressbar]")?.getAttribute("aria-valuetext");
      new MutationObserver(() => seen.push(read())).observe(document.body, {
        subtree: true,
        attributes: true,
      });
      return seen;
    });
    // The server says twice where to continue, and no byte arrives.
    for (let attempt = 0; attempt < 2; attempt += 1) await page.waitForRequest(isPatch);
    expect((await texts.jsonValue()).filter((text) => text?.startsWith("Uploading"))).toEqual([]);
    const shown = Number(await progress.getAttribute("aria-valuenow"));
    await page.getByRole("button", { name: "Remove card.pdf" }).click();
    await expect(chosen(page, "card.pdf")).toHaveCount(0);
    await page.close();

    const offsets: number[] = [];
    const again = await context.newPage();
    again.on("request", (request) => {
      if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
    });
    await again.goto("/documents");
    await picker(again).setInputFiles([file]);
    await upload(again).click();
    await expect(download(again, "card.pdf")).toBeVisible();
    expect(Math.round(((offsets[0] ?? 0) / MB) * 100)).toBe(shown);
    const [stored, ...others] = await storedFiles(server, student);
    expect(others).toEqual([]);
    expect(stored?.bytes.equals(file.buffer)).toBe(true);
    // Nothing about the file stays on the device.
    expect(
      await again.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("upload"))),
    ).toEqual([]);
  });
});
