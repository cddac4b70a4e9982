import type { HostileFile } from "../world/hostile-files.ts";
import { hostilePdfs } from "../world/hostile-pdfs.ts";
import { queryAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { pdfFile, uploadFiles } from "./documents.ts";
import { alertIn, chosen, download, picker, remove, upload } from "./documents-page.ts";
import { expect, signIn, test } from "./fixtures.ts";

const plan = { level: "ug", exam: "cet", name: "Basic" } as const;

test.describe("a file that nobody should have to open @phone", () => {
  test.use({ allowConsole: /status of 422/ });

  test("is refused with words that say how to make a clean one; one that is being checked, or was infected, is named", async ({
    page,
    newStudent,
    server,
  }) => {
    await test.step("is refused with words that say how to make a clean one, and cannot be tried again", async () => {
      await signIn(page, await newStudent({ plan }));
      await page.goto("/documents");
      const [, bytes] = hostilePdfs[0] as HostileFile;
      await picker(page).setInputFiles([{ name: "form.pdf", mimeType: "application/pdf", buffer: bytes }]);
      await upload(page).click();
      const row = chosen(page, "form.pdf");
      await expect(alertIn(row)).toHaveText(
        "This PDF contains a script. Please open it, choose Print, then “Save as PDF”, and upload the new PDF, or photograph the pages.",
      );
      await expect(row.getByRole("button", { name: /Try again/ })).toHaveCount(0);
      await checkPage(page);
    });

    await test.step("a student sees that a document is being checked, and that an infected one was removed", async () => {
      const student = await newStudent({ plan });
      await uploadFiles(server, student, [pdfFile("marks.pdf")]);
      const setState = (state: string, changes = "") =>
        queryAt(
          server.databaseUrl,
          `update storage.objects set scan_state = $2, next_scan_at = now() + interval '1 day' ${changes} where owner_id = $1`,
          [student.id, state],
        );
      await setState("waiting");
      await signIn(page, student);
      await page.goto("/documents");
      await expect(page.getByText("Being checked for viruses.")).toBeVisible();
      await expect(download(page, "marks.pdf")).toBeVisible();
      await checkPage(page);

      await setState("infected", ", version = null");
      await page.reload();
      await expect(page.getByText("Our virus scanner found something harmful in this file")).toBeVisible();
      await expect(download(page, "marks.pdf")).toHaveCount(0);
      await checkPage(page);
      await remove(page, "marks.pdf").click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await expect(page.getByText("No documents uploaded yet.")).toBeVisible();
    });
  });
});
