import type { Locator } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";

test.describe("assigning plans", () => {
  test("an admin finds a student, assigns a plan, deactivates it and removes it @phone", async ({
    page,
    admin,
    newStudent,
  }) => {
    const student = await newStudent({ profile: { last_name: `Patil ${Date.now()}` } });
    await signIn(page, admin);
    await page.goto("/assign-plan");
    // If there are no other students, the search changes no row.
    const searched = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes(student.email)),
    );
    await page.getByLabel("Search").fill(student.email);
    await searched;
    const row = page.getByRole("row").filter({ hasText: student.email });
    await expect(page.getByRole("row")).toHaveCount(2);
    await expect(row).toContainText("None");
    const deactivate = row.getByRole("button", { name: /^Deactivate/ });
    await expect(deactivate).toBeDisabled();
    // A quiet button has no border or background when disabled either.
    await expect(deactivate).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    await expect(deactivate).toHaveCSS("border-color", "rgba(0, 0, 0, 0)");
    await expect(page.getByText("Page 1 of 1")).toBeVisible();
    await checkPage(page);

    await row.getByRole("button", { name: /^Assign/ }).click();
    const dialog = page.getByRole("dialog", { name: "Assign Plan" });
    await expect(dialog.getByRole("button", { name: "Assign" })).toBeDisabled();
    const options = await dialog.getByLabel("Plan").getByRole("option").allTextContents();
    expect(options.slice(1)).toEqual([
      "None",
      "UG / CET / Basic",
      "UG / CET / Medium",
      "UG / CET / Advanced",
      "UG / NEET / Basic",
      "UG / NEET / Medium",
      "UG / NEET / Advanced",
      "PG / CET / Basic",
      "PG / CET / Advanced",
      "PG / NEET / Basic",
      "PG / NEET / Advanced",
    ]);
    await checkPage(page);
    await dialog.getByLabel("Plan").selectOption("UG / NEET / Medium");
    await dialog.getByRole("button", { name: "Assign" }).click();
    await expect(page.getByText("Plan assigned!")).toBeVisible();
    await expect(row).toContainText("UG / NEET / Medium");
    await expect(row).toContainText("Active");

    await row.getByRole("button", { name: /^Assign/ }).click();
    await expect(dialog).toContainText(/Now: UG \/ NEET \/ Medium, until \d{4}-\d\d-\d\d \d\d:\d\d\./);
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await row.getByRole("button", { name: /^Deactivate/ }).click();
    const question = page.getByRole("alertdialog", { name: "Deactivate Plan" });
    await expect(question).toContainText(student.email);
    await question.getByRole("button", { name: "Deactivate" }).click();
    await expect(page.getByText("Plan deactivated!")).toBeVisible();
    await expect(row.getByRole("button", { name: /^Assign/ })).toBeFocused();
    await expect(row).toContainText("Inactive");

    await row.getByRole("button", { name: /^Assign/ }).click();
    await expect(dialog).not.toContainText("Now:");
    await dialog.getByLabel("Plan").selectOption("None");
    await dialog.getByRole("button", { name: "Assign" }).click();
    await expect(page.getByText("Plan removed!")).toBeVisible();
  });

  test("an admin tells students with one name apart, waits for a slow answer, and finds the list as it was after a reload @desktop", async ({
    page,
    admin,
    newStudent,
  }) => {
    await test.step("students with the same name and phone are told apart, and the dialog warns of the other one", async () => {
      const number = String(Date.now()).slice(-8);
      const profile = { first_name: "Asha", last_name: `Twin ${number}` };
      const one = await newStudent({ profile: { ...profile, phone: `98${number}` } });
      const other = await newStudent({
        profile: { ...profile, phone: `+91 98${number.slice(0, 3)} ${number.slice(3)}` },
      });
      await signIn(page, admin);
      await page.goto(`/assign-plan?search=${encodeURIComponent(profile.last_name)}`);
      await expect(page.getByRole("row")).toHaveCount(3);
      for (const { id, email } of [one, other])
        await expect(page.getByRole("row").filter({ hasText: email })).toContainText(id.slice(0, 8));
      await checkPage(page);

      const row = page.getByRole("row").filter({ hasText: one.email });
      await row.getByRole("button", { name: /^Assign/ }).click();
      const dialog = page.getByRole("dialog", { name: "Assign Plan" });
      await expect(dialog).toContainText(one.id.slice(0, 8));
      await expect(dialog.getByRole("status")).toContainText("Another student has this phone");
      await expect(dialog.getByRole("status")).toContainText(other.email);
      await expect(dialog.getByRole("status")).toContainText(other.id.slice(0, 8));
      await checkPage(page);
      await dialog.getByRole("link", { name: "Show all students with this phone" }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(/search=98/);
      await expect(page.getByRole("row").filter({ hasText: other.email })).toBeVisible();
      await expect(page.getByRole("row").filter({ hasText: one.email })).toBeVisible();
    });

    await test.step("the dialog stays open until the plan is assigned", async () => {
      const student = await newStudent();
      await page.goto(`/assign-plan?search=${student.email}`);
      await page.getByRole("button", { name: /^Assign a plan to/ }).click();
      const dialog = page.getByRole("dialog", { name: "Assign Plan" });
      await dialog.getByLabel("Plan").selectOption("UG / CET / Basic");
      const release = await holdRequests(page, "**/rpc/assign_plan", { method: "POST" });
      await dialog.getByRole("button", { name: "Assign" }).click();
      await page.keyboard.press("Escape");
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
      release();
      await expect(page.getByText("Plan assigned!")).toBeVisible();
      await expect(dialog).toBeHidden();
    });

    await test.step("a late response never replaces the result of a newer search", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const [slow, quick] = [await newStudent(), await newStudent()];
      const releases: (() => void)[] = [];
      await page.route("**/rpc/list_students", async (route) => {
        const { search } = route.request().postDataJSON();
        if (search !== quick.email) await new Promise<void>((resolve) => releases.push(resolve));
        await route.continue();
      });
      await page.goto(`/assign-plan?search=${slow.email}&page=1`);
      await expect(page.getByText("Loading...")).toBeVisible();
      await expect(page.getByText(/^Page 1/)).toHaveCount(0);
      await page.getByLabel("Search").fill(quick.email);
      const row = page.getByRole("row").filter({ hasText: "@" });
      await expect(row).toHaveCount(1);
      await expect(row).toContainText(quick.email);
      await Promise.all([
        page.waitForResponse("**/rpc/list_students"),
        ...releases.map((release) => release()),
      ]);
      await expect(row).toHaveCount(1);
      await expect(row).toContainText(quick.email);
    });

    await test.step("search, page, rows per page, sort order and columns survive a reload", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const name = `Zz${Date.now()}`;
      for (let count = 0; count < 11; count += 1) await newStudent({ profile: { first_name: name } });
      await page.goto("/assign-plan");
      await page.getByLabel("Search").fill(name);
      await expect(page).toHaveURL(new RegExp(`search=${name}`));
      await expect(page.getByText("Page 1 of 2")).toBeVisible();
      await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
      await page.getByRole("button", { name: "Next" }).click();
      await expect(page.getByText("Page 2 of 2")).toBeVisible();
      await expect(page.getByRole("row")).toHaveCount(2);
      await page.reload();
      await expect(page.getByText("Page 2 of 2")).toBeVisible();
      await expect(page.getByLabel("Search")).toHaveValue(name);
      await expect(page.getByLabel("Rows per page").getByRole("option")).toHaveText([
        "10",
        "20",
        "30",
        "40",
        "50",
      ]);
      await page.getByLabel("Rows per page").selectOption("20");
      await expect(page.getByText("Page 1 of 1")).toBeVisible();
      await expect(page.getByRole("row")).toHaveCount(12);

      await page.getByRole("button", { name: "Email" }).click();
      await expect(page).toHaveURL(/sort=email\.asc/);
      await expect(page.getByRole("columnheader", { name: "Email" })).toHaveAttribute(
        "aria-sort",
        "ascending",
      );

      const status = page.getByRole("combobox", { name: "Status" });
      await expect(status.getByRole("option")).toHaveText(["All Status", "Active", "Inactive", "None"]);
      await status.selectOption("Active");
      await expect(page.getByText("No results.")).toBeVisible();
      await status.selectOption("All Status");

      await page.getByText("View", { exact: true }).click();
      const menu = page.getByRole("group", { name: "Toggle columns" });
      await expect(menu.locator("label")).toHaveText(["Name", "Email", "Plan", "Status", "Phone", "Joined"]);
      await menu.getByRole("checkbox", { name: "Phone" }).click();
      await expect(page.getByRole("columnheader", { name: "Phone" })).toHaveCount(0);
      await checkPage(page);
      // The menu is open, and its history entry too.
      await page.reload();
      await expect(page.getByRole("columnheader")).toHaveText([
        "Name",
        "Email",
        "Plan",
        "Status",
        "Joined",
        "Actions",
      ]);

      await page.getByText("View", { exact: true }).click();
      await expect(menu).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(menu).toBeHidden();

      await page.getByRole("link", { name: "Assign Plan" }).click();
      await expect(page).toHaveURL(/assign-plan$/);
      await expect(page.getByLabel("Search")).toHaveValue("");
    });
  });

  test("a very long name does not overflow the table, the dialogs or the documents @phone", async ({
    page,
    admin,
    newStudent,
  }) => {
    const student = await newStudent({
      profile: { first_name: "Venkatanarasimharajuvaripeta".repeat(2).padEnd(72, "a") },
      plan: { level: "ug", exam: "neet", name: "Advanced" },
    });
    const overflows = (element: Element) => element.scrollWidth > element.clientWidth;
    await signIn(page, admin);
    await page.goto(`/assign-plan?search=${student.email}`);
    const row = page.getByRole("row").filter({ hasText: student.email });
    await expect(row).toBeVisible();
    const expectRoom = async (element: Locator) => {
      for (const size of [{ width: 1440, height: 900 }, page.viewportSize()]) {
        if (size) await page.setViewportSize(size);
        expect.soft(await element.evaluate(overflows), `at ${size?.width} pixels`).toBe(false);
      }
    };
    await expectRoom(page.getByRole("region", { name: "Students" }));
    await expectRoom(row.getByRole("cell").first());
    for (const [name, role] of [
      ["Assign", "dialog"],
      ["Deactivate", "alertdialog"],
    ] as const) {
      await row.getByRole("button", { name: new RegExp(`^${name}`) }).click();
      await expect(page.getByRole(role)).toBeVisible();
      await expectRoom(page.getByRole(role).getByText(/^For |^Venk/));
      await page.keyboard.press("Escape");
      await expect(page.getByRole(role)).toBeHidden();
    }
    await page.goto(`/admin-documents?search=${student.email}`);
    await page.getByRole("button", { name: new RegExp(student.email) }).click();
    const heading = page.getByRole("heading", { name: /^Documents for/ });
    await expect(heading).toBeVisible();
    await expectRoom(heading);
    await checkPage(page);
  });

  test.describe("a failed request", () => {
    test.use({ allowConsole: /status of [45]\d\d|Failed to load resource/ });

    test("each failure of loading, assigning and deactivating has its own message @desktop", async ({
      page,
      admin,
      newStudent,
    }) => {
      const student = await newStudent({ plan: { level: "ug", exam: "cet", name: "Basic" } });
      await signIn(page, admin);
      await page.route("**/rpc/list_students", (route) =>
        route.fulfill({ status: 500, json: { code: "XX000" } }),
      );
      await page.goto(`/assign-plan?search=${student.email}`);
      await expect(page.getByText("Error while loading users").first()).toBeVisible();
      await page.unroute("**/rpc/list_students");
      await page.getByRole("button", { name: "Try again" }).click();
      const row = page.getByRole("row").filter({ hasText: student.email });

      await page.route("**/rpc/assign_plan", (route) =>
        route.fulfill({ status: 400, json: { code: "P0001", message: "Could not fetch plan expiry." } }),
      );
      await row.getByRole("button", { name: /^Assign/ }).click();
      await page.getByRole("dialog").getByLabel("Plan").selectOption("UG / CET / Basic");
      await page.getByRole("button", { name: "Assign", exact: true }).click();
      await expect(page.getByText("Could not fetch plan expiry.")).toBeVisible();
      await page.unroute("**/rpc/assign_plan");
      await page.route("**/rpc/assign_plan", (route) => route.abort());
      await page.getByRole("button", { name: "Assign", exact: true }).click();
      await expect(page.getByText("Failed to assign plan.")).toBeVisible();
      await page.getByRole("button", { name: "Cancel" }).click();

      await page.route("**/rest/v1/user_plans?*", (route) =>
        route.request().method() === "PATCH" ? route.abort() : route.continue(),
      );
      await row.getByRole("button", { name: /^Deactivate/ }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
      await expect(page.getByText("Failed to deactivate plan.")).toBeVisible();
    });
  });
});
