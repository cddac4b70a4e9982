import { samples } from "../world/files.ts";
import { checkPage } from "./check-page.ts";
import { noisePicture, pdfFile, pictureSize, rotatePhoto, storedFiles } from "./documents.ts";
import { alertIn, chosen, download, MB, picker, upload } from "./documents-page.ts";
import { expect, signIn, test } from "./fixtures.ts";

const plan = { level: "ug", exam: "cet", name: "Basic" } as const;

test.describe("pictures", () => {
  test("large pictures are reduced, files are dropped anywhere, and a PDF is previewed @desktop", async ({
    page,
    server,
    newStudent,
  }) => {
    await test.step("large pictures are reduced, upright and in their own format; small ones stay as they are", async () => {
      const student = await newStudent({ plan });
      await signIn(page, student);
      await page.goto("/documents");
      const photo = rotatePhoto(await noisePicture(page, "photo.jpg", "image/jpeg", 2600, 1950));
      const scan = await noisePicture(page, "scan.png", "image/png", 1400, 1000);
      const wide = await noisePicture(page, "wide.webp", "image/webp", 2400, 300);
      const small = await noisePicture(page, "small.png", "image/png", 300, 200);
      expect(Math.min(photo.buffer.length, scan.buffer.length)).toBeGreaterThan(2 * MB);
      await picker(page).setInputFiles([photo, scan, wide, small]);
      await upload(page).click();
      await expect(page.getByText("4 of 5")).toBeVisible();

      const stored = await storedFiles(server, student);
      expect(stored.map(({ type }) => type)).toEqual(["image/png", "image/webp", "image/png", "image/jpeg"]);
      const [smallStored, wideStored, scanStored, photoStored] = stored.map(({ bytes }) => bytes);
      if (!smallStored || !wideStored || !scanStored || !photoStored)
        throw new Error("four pictures are stored");
      expect(smallStored.equals(small.buffer)).toBe(true);
      expect(await pictureSize(page, wideStored)).toEqual({ width: 1920, height: 240 });
      const upright = await pictureSize(page, photoStored);
      expect(upright.height).toBeLessThanOrEqual(1920);
      expect(upright.height / upright.width).toBeCloseTo(2600 / 1950, 2);
      const scanned = await pictureSize(page, scanStored);
      expect(scanned.width / scanned.height).toBeCloseTo(1.4, 2);
      expect(Math.max(...stored.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(2 * MB);
    });

    await test.step("files can be dropped anywhere on the page", async () => {
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

    await test.step("a PDF is previewed where the browser can show one", async () => {
      await signIn(page, await newStudent({ plan }));
      await page.addInitScript("Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true })");
      await page.goto("/documents");
      await picker(page).setInputFiles([pdfFile("card.pdf")]);
      await page.getByRole("button", { name: "Preview card.pdf" }).click();
      await expect(page.getByTitle("card.pdf", { exact: true })).toHaveAttribute("src", /^blob:/);
      await page.getByRole("button", { name: "Close" }).click();
    });
  });

  test("a picture is previewed, reduced without OffscreenCanvas, and taken with the camera @phone", async ({
    page,
    newStudent,
    server,
  }) => {
    await test.step("a picture is previewed before and after the upload", async () => {
      await signIn(page, await newStudent({ plan }));
      await page.goto("/documents");
      const photo = await noisePicture(page, "photo.jpg", "image/jpeg", 400, 300);
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

    await test.step("a picture is reduced without OffscreenCanvas too", async () => {
      const student = await newStudent({ plan });
      await signIn(page, student);
      await page.goto("/documents");
      const wide = await noisePicture(page, "wide.jpg", "image/jpeg", 2400, 300);
      await page.evaluate("delete window.OffscreenCanvas");
      await picker(page).setInputFiles([wide]);
      await upload(page).click();
      await expect(download(page, "wide.jpg")).toBeVisible();
      const [stored] = await storedFiles(server, student);
      expect(await pictureSize(page, stored?.bytes ?? Buffer.alloc(0))).toEqual({ width: 1920, height: 240 });
    });

    await test.step("on a phone a photo can be taken with the camera", async () => {
      await signIn(page, await newStudent({ plan }));
      await page.addInitScript("Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false })");
      await page.goto("/documents");
      const camera = page.getByLabel("Take a photo");
      await expect(camera).toHaveAttribute("capture", "environment");
      await camera.setInputFiles([await noisePicture(page, "IMG_20261121.jpg", "image/jpeg", 300, 400)]);
      await expect(chosen(page, "IMG_20261121.jpg")).toBeVisible();
      // The button stays visible, whatever was chosen.
      await expect(upload(page)).toBeInViewport({ ratio: 1 });
      await picker(page).setInputFiles([pdfFile("card.pdf")]);
      await expect(chosen(page, "card.pdf")).toBeVisible();
      await expect(page.getByRole("button", { name: "Preview card.pdf" })).toHaveCount(0);
    });
  });

  test.describe(() => {
    // Only the trace recorder fetches the broken picture again.
    test.use({ allowConsole: /Connecting to 'blob:/ });

    test("a broken picture is reported and can be removed @phone", async ({ page, newStudent }) => {
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
});
