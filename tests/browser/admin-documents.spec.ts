import { samples } from "../world/files.ts";
import { queryAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { bucketOf, pdfFile, uploadFiles } from "./documents.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";

test.describe("viewing documents", () => {
  // Stored files are served with a policy that blocks the styles of Chromium's own image page too.
  test.use({ allowConsole: /Content Security Policy|Blocked script execution/ });

  test("an admin finds a student, counts the documents that wait for their scan, and opens one in a new tab @desktop", async ({
    page,
    admin,
    newStudent,
    server,
    context,
  }) => {
    await test.step("a student without documents has an empty list", async () => {
      const student = await newStudent();
      await signIn(page, admin);
      await page.goto("/admin-documents");
      await page.getByPlaceholder("Search student by name or email...").fill(student.email);
      const release = await holdRequests(page, "**/object/list/user-documents");
      await page.getByRole("button", { name: new RegExp(student.email) }).click();
      await expect(page.getByText("Loading documents...")).toBeVisible();
      release();
      await expect(page.getByText("No documents uploaded.")).toBeVisible();
    });

    await test.step("documents that wait for their malware scan are counted", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const student = await newStudent({ plan: { level: "ug", exam: "cet", name: "Basic" } });
      await uploadFiles(server, student, [pdfFile("marks.pdf"), pdfFile("caste.pdf")]);
      const setWaiting = (names: string) =>
        queryAt(
          server.databaseUrl,
          `update storage.objects set scan_state = 'waiting', next_scan_at = now() + interval '1 day'
         where owner_id = $1 and name like $2`,
          [student.id, names],
        );
      await setWaiting("%marks.pdf");
      await page.goto(`/admin-documents?search=${student.email}`);
      await page.getByRole("button", { name: new RegExp(student.email) }).click();
      await expect(page.getByText("1 document is being checked for viruses.")).toBeVisible();
      await expect(page.getByRole("button", { name: /^View / })).toHaveCount(1);
      await checkPage(page);
      await setWaiting("%");
      await page.reload();
      await page.getByRole("button", { name: new RegExp(student.email) }).click();
      await expect(page.getByText("2 documents are being checked for viruses.")).toBeVisible();
      await expect(page.getByText("No documents uploaded.")).toHaveCount(0);
    });

    await test.step("an admin finds a student and opens a document in a new tab", async () => {
      const student = await newStudent({ plan: { level: "ug", exam: "cet", name: "Basic" } });
      const { error } = await bucketOf(server, student).upload(
        `${student.id}/${Date.now()}_ಅಂಕಪಟ್ಟಿ.png`,
        samples.png,
        {
          contentType: "image/png",
        },
      );
      expect(error).toBeNull();

      await page.goto("/admin-documents");
      await page.getByPlaceholder("Search student by name or email...").fill(`nobody-${Date.now()}`);
      await expect(page.getByText("No students found.")).toBeVisible();
      await page.getByPlaceholder("Search student by name or email...").fill(student.email.toUpperCase());
      await page.getByRole("button", { name: new RegExp(student.email) }).click();
      await expect(page.getByRole("heading", { name: "Documents for Asha Gowda" })).toBeVisible();
      await checkPage(page);
      await page.reload();
      await expect(page.getByLabel("Search")).toHaveValue(student.email.toUpperCase());
      await expect(page.getByRole("list", { name: "Students" }).getByRole("button")).toHaveCount(1);
      await page.getByRole("button", { name: new RegExp(student.email) }).click();
      const [tab] = await Promise.all([
        context.waitForEvent("page"),
        page.getByRole("button", { name: "View ಅಂಕಪಟ್ಟಿ.png", exact: true }).click(),
      ]);
      await tab.waitForURL(/\/storage\/v1\/object\/sign\/user-documents\//);
      const token = new URL(tab.url()).searchParams.get("token")?.split(".")[1] ?? "";
      const { iat, exp } = JSON.parse(Buffer.from(token, "base64url").toString());
      expect(exp - iat).toBe(300);
      expect(await tab.evaluate(() => window.opener)).toBeNull();
    });
  });
});
