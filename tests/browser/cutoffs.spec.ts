import { addCutoffs } from "../world/cutoffs.ts";
import { queryAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { expect, test } from "./fixtures.ts";

// tests/protocol/public-pages.test.ts tests the content of the pages.

test("a visitor asks with a rank, follows a seat to its college, and prints and downloads the answer", async ({
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
