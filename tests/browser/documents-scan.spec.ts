import { queryAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { pdfFile, uploadFiles } from "./documents.ts";
import { download, remove } from "./documents-page.ts";
import { expect, signIn, test } from "./fixtures.ts";

const plan = { level: "ug", exam: "cet", name: "Basic" } as const;

test("a student sees that a document is being checked, and that an infected one was removed", async ({
  page,
  server,
  newStudent,
}) => {
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
