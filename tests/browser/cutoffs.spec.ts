import { randomInt } from "node:crypto";
import { addCutoffs } from "../world/cutoffs.ts";
import { listPdf, row } from "../world/list-pdf.ts";
import { queryAt } from "../world/sql.ts";
import { csvFile } from "../world/statement-files.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";

// tests/protocol/public-pages.test.ts tests the content of the pages.

test("a visitor searches with a rank, follows a seat to its college, and prints and downloads the answer @phone", async ({
  page,
  server,
}) => {
  const run = (text: string, values: unknown[] = []) => queryAt(server.databaseUrl, text, values);
  // A merit list that no other test uses, so that its ranks are those of this test alone.
  const printed = {
    meritList: "UGCET-BPO",
    college: "Z901",
    collegeName: "College of the Walk",
    course: "BPO",
  };
  await addCutoffs(
    run,
    [2024, 2025].flatMap((year) =>
      ["GM", "2AG"].map((category) => ({ ...printed, year, category, rank: year + 10_000 })),
    ),
  );
  await test.step("the server sees new lists by itself, within seconds", async () => {
    await expect(async () => {
      await page.goto("/cutoffs");
      await expect(page.getByLabel("Exam")).toContainText("prosthetics", { timeout: 1 });
    }).toPass();
  });
  await page.getByLabel("Rank", { exact: true }).fill("11,000");
  await page.getByLabel("Exam").selectOption("UGCET-BPO");
  await page.getByLabel("Category").selectOption("2A");
  await page.getByLabel("Rural").press("Space");
  await expect(page.getByLabel("Rural")).toBeChecked();
  await page.getByRole("button", { name: "Show seats" }).press("Enter");
  await expect(page).toHaveURL(/rank=11%2C000.*category=2A.*rural=yes.*#answer$/);
  await expect(page.getByText("Counted for you:")).toContainText("2AG");
  await expect(page.getByLabel("Rank", { exact: true })).toHaveValue("11,000");
  await checkPage(page);

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("link", { name: "College of the Walk" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show seats" })).toBeHidden();
  await page.emulateMedia({ media: null });
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("maarga-cutoffs.csv");

  await page.getByRole("link", { name: "College of the Walk" }).click();
  await expect(page.getByRole("img", { name: /GM closing rank/ })).toBeVisible();
  await checkPage(page);
  await page.getByRole("link", { name: "All rounds and categories" }).click();
  await expect(page.getByRole("table", { name: "Closing ranks of 2025" })).toBeVisible();
  await checkPage(page);
});

test.describe("an admin", () => {
  // Files that are refused, and a lost connection.
  test.use({ allowConsole: /status of 4\d\d|ERR_FAILED/ });

  test("an admin drops a list, compares it, publishes it, and takes it back @desktop", async ({
    page,
    admin,
  }) => {
    const year = String(randomInt(2030, 2100));
    const rows = (rank: string, ...more: string[][]) =>
      csvFile([
        ["college_code", "college_name", "course_code", "course_name", "GM"],
        ["Z902", "College of the Lists", "MR", "Medical Record Technology", rank],
        ...more,
      ]);
    const printed = listPdf([
      [
        ...row(190, "A list"),
        ...row(170, "Z902  College of the Lists"),
        ...row(150, "GM").map((cell) => ({ ...cell, x: cell.x + 40 })),
        ...row(130, "MR Medical Record Technology", "1200.5"),
      ],
    ]);
    const fileOf = (name: string, text: string) => ({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
    const choose = page.getByLabel("Choose a list");
    const contents = page.getByRole("region", { name: /^Contents of/ });
    const toast = page.locator("[data-toast]");
    const label = `UGCET medical record technology ${year}, Round 1`;
    await signIn(page, admin);
    await page.goto("/cutoffs/manage");
    await expect(page.getByRole("tab", { name: /^Previews/ })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveText(/Home.*Cut-off Lists/);
    await checkPage(page);

    await test.step("a damaged PDF and a wrong table are refused with the place", async () => {
      await choose.setInputFiles({ name: "x.pdf", mimeType: "", buffer: Buffer.from("%PDF-1.4\n") });
      await expect(page.getByRole("alert")).toContainText("its end is missing");
      await choose.setInputFiles(fileOf("x.csv", rows("12O0")));
      await expect(page.getByRole("alert")).toContainText('Line 2: "12O0" is no rank.');
      await checkPage(page);
    });

    await test.step("KEA's PDF is dropped and asks which list it is; a lost connection loses nothing", async () => {
      const sending = page.getByRole("progressbar", { name: "Sending list.pdf" });
      await page.route("**/read-list?*", async (route) => {
        await expect(sending).toBeVisible();
        await route.continue();
      });
      await page.getByText("The PDF that KEA published").dispatchEvent("drop", {
        dataTransfer: await page.evaluateHandle(
          (bytes) => {
            const dropped = new DataTransfer();
            dropped.items.add(new File([new Uint8Array(bytes)], "list.pdf"));
            return dropped;
          },
          [...printed],
        ),
      });
      await expect(contents).toContainText("1 rank of 1 course in 1 college.");
      await contents.getByRole("button", { name: "Add as a preview" }).press("Enter");
      await expect(contents.getByLabel("Merit list")).toHaveAccessibleDescription(/choose the merit list/);
      await checkPage(page);
      await contents.getByLabel("Merit list").selectOption("UGCET-MEDICALRECORDTECHNOLOGY");
      await contents.getByLabel("Year").fill(year);
      await contents.getByLabel("Round").selectOption("1");
      await page.unroute("**/read-list?*");
      const half = { progress: { step: "adding", done: 1, total: 2 } };
      await page.route("**/read-list?*", (route) =>
        route.fulfill({ contentType: "text/event-stream", body: `data:${JSON.stringify(half)}\n\n` }),
      );
      await contents.getByRole("button", { name: "Add as a preview" }).click();
      await expect(contents.getByRole("alert")).toContainText("No response from the server.");
      await page.unroute("**/read-list?*");
      await contents.getByRole("button", { name: "Try again" }).click();
      await expect(toast.filter({ hasText: "Added as a preview." })).toBeVisible();
    });

    const item = page.getByRole("listitem").filter({ hasText: label });
    await test.step("it is compared with the list before it, and published by keyboard", async () => {
      await expect(item).toContainText("Compared with the list before it, UGCET medical record technology");
      await checkPage(page);
      await item.getByRole("button", { name: "Publish" }).press("Enter");
      const ask = page.getByRole("alertdialog", { name: `Publish ${label}?` });
      await ask.getByRole("button", { name: "Publish" }).press("Enter");
      await expect(toast.filter({ hasText: `${label} is published.` })).toBeVisible();
      await page.getByRole("tab", { name: /^Published/ }).click();
      await expect(item).toContainText("1 rank: added by");
      await checkPage(page);
    });

    await test.step("a second edition shows what moved oddly and is new; the first stays, and is published again", async () => {
      await page.getByRole("tab", { name: /^Previews/ }).click();
      const more = [["Z903", "Another College", "MR", "Medical Record Technology", "77"]];
      await choose.setInputFiles(
        fileOf(`UGCET-MEDICALRECORDTECHNOLOGY-${year}-1-general.csv`, rows("9000", ...more)),
      );
      await expect(contents.getByLabel("Year")).toHaveValue(year);
      await contents.getByRole("button", { name: "Add as a preview" }).click();
      await expect(item).toContainText("the published edition of the same list");
      await expect(item.getByText("1 rank moved to more than three times")).toBeVisible();
      await item.getByText("Ranks that moved oddly").click();
      await expect(item.getByRole("row", { name: /Z902 MR GM 1,200.5 9,000/ })).toBeVisible();
      await item.getByText("New colleges").click();
      await expect(item.getByText("Z903 Another College")).toBeVisible();
      await checkPage(page);
      await item.getByRole("button", { name: "Publish" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
      await page.getByRole("tab", { name: /^Replaced/ }).click();
      await item.getByRole("button", { name: /^Compare/ }).click();
      await checkPage(page);
      await item.getByRole("button", { name: "Publish again" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
      await expect(item.getByText(/2 ranks: added by/)).toBeVisible();
    });

    await test.step("a preview is discarded", async () => {
      await page.getByRole("tab", { name: /^Previews/ }).click();
      await choose.setInputFiles(fileOf(`UGCET-MEDICALRECORDTECHNOLOGY-${year}-1-general.csv`, rows("9001")));
      await contents.getByRole("button", { name: "Add as a preview" }).click();
      await item.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
      await expect(toast.filter({ hasText: "The preview is discarded." })).toBeVisible();
      await expect(item).toHaveCount(0);
    });

    await test.step("a visitor reads the published rank on the page of its college", async () => {
      await expect(async () => {
        await page.goto("/colleges/kea/Z902");
        await expect(page.getByRole("table", { name: "GM closing ranks" })).toContainText("1,200.5", {
          timeout: 1,
        });
      }).toPass();
    });
  });
});
