import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";
import { operatorOf } from "./people.ts";

test.describe("managing plans", () => {
  // All tests share one list of offers. No other spec reads the offer that these tests change.
  test.describe.configure({ mode: "serial" });

  test("an admin deletes, adds and edits an offer, and students keep the plans they have @desktop", async ({
    page,
    admin,
    server,
    newStudent,
  }) => {
    const plan = { level: "pg", exam: "cet", name: "Basic" } as const;
    const student = await newStudent({ plan });
    const before = await student.tables.from("user_plans").select("expires_at, active");
    await signIn(page, admin);
    await page.goto("/manage-plans");
    const row = page
      .getByRole("row")
      .filter({ hasText: "PG" })
      .filter({ hasText: "CET" })
      .filter({ hasText: "Basic" });
    await expect(page.getByRole("columnheader")).toHaveText([
      "Level",
      "Exam",
      "Name",
      "Price",
      "Expiry",
      "Actions",
    ]);
    await expect(row).toContainText("₹10,000");
    await expect(row).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/);
    await checkPage(page);

    try {
      await row.getByRole("button", { name: /^Delete/ }).click();
      const dialog = page.getByRole("alertdialog", { name: "Delete Plan" });
      await expect(dialog).toContainText(/students? holds? this plan/);
      await checkPage(page);
      await dialog.getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("Plan deleted")).toBeVisible();
      await expect(page.getByRole("main")).toBeFocused();
      await expect(row).toHaveCount(0);
    } finally {
      const { data } = await operatorOf(server)
        .from("plans")
        .select("id")
        .match({ plan_level: "pg", plan_exam: "cet", plan_name: "Basic" });
      if (!data?.length) {
        await page.getByRole("button", { name: "Add Plan" }).click();
        const dialog = page.getByRole("dialog", { name: "Add Plan" });
        await dialog.getByRole("button", { name: "Add Plan" }).click();
        await expect(dialog.getByRole("alert")).toHaveText("All fields are required");
        await checkPage(page);
        await dialog.getByLabel("Level").selectOption("PG");
        await dialog.getByLabel("Exam").selectOption("CET");
        await expect(dialog.getByLabel("Name").getByRole("option")).toHaveText([
          "Choose",
          "Basic",
          "Advanced",
        ]);
        await dialog.getByLabel("Name").selectOption("Basic");
        await dialog.getByLabel("Price").fill("10000");
        await dialog.getByLabel("Expiry").fill("2030-03-31T18:45");
        await dialog.getByRole("button", { name: "Add Plan" }).click();
      }
    }
    await expect(page.getByText("Plan created")).toBeVisible();
    await expect(row).toContainText("2030-03-31 18:45");

    await row.getByRole("button", { name: /^Edit/ }).click();
    const edit = page.getByRole("dialog", { name: "Edit Plan" });
    await expect(edit).toContainText(/students? holds? this plan/);
    await edit.getByLabel("Price").fill("10000.50");
    await edit.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Plan updated")).toBeVisible();
    await expect(row).toContainText("₹10,000.50");
    await row.getByRole("button", { name: /^Edit/ }).click();
    await edit.getByLabel("Price").fill("10000");
    await edit.getByRole("button", { name: "Save" }).click();
    await expect(row).not.toContainText("₹10,000.50");

    expect((await student.tables.from("user_plans").select("expires_at, active")).data).toEqual(before.data);
  });

  test("missing fields are reported in the visible part of the dialog @phone", async ({ page, admin }) => {
    await signIn(page, admin);
    await page.goto("/manage-plans");
    await page.getByRole("button", { name: "Add Plan" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Plan" });
    await dialog.getByRole("button", { name: "Add Plan" }).click();
    await expect(page.locator("[data-toast]")).toContainText("All fields are required");
    await expect(dialog.getByRole("alert")).toHaveText("All fields are required");
    await expect(dialog.getByRole("alert")).toBeInViewport({ ratio: 1 });
  });

  test("an offer is edited beside other admins, and the list keeps its order @desktop", async ({
    page,
    admin,
    server,
  }) => {
    await test.step("a plan name that the chosen level does not have is cleared", async () => {
      await signIn(page, admin);
      await page.goto("/manage-plans");
      await page.getByRole("button", { name: "Add Plan" }).click();
      const dialog = page.getByRole("dialog", { name: "Add Plan" });
      await dialog.getByLabel("Level").selectOption("UG");
      await dialog.getByLabel("Name").selectOption("Medium");
      await dialog.getByLabel("Level").selectOption("PG");
      await expect(dialog.getByLabel("Name")).toHaveValue("");
      await dialog.getByLabel("Name").selectOption("Advanced");
      await dialog.getByLabel("Level").selectOption("UG");
      await expect(dialog.getByLabel("Name")).toHaveValue("Advanced");
    });

    await test.step("offers that expire at the same time keep their order when one is saved", async () => {
      const plans = page.getByRole("button", { name: /^Edit U/ });
      const order = () =>
        plans.evaluateAll((buttons) => buttons.map((one) => one.getAttribute("aria-label")));
      await page.goto("/manage-plans");
      await expect(plans).toHaveCount(6);
      const before = await order();
      const first = { plan_level: "ug", plan_exam: "cet", plan_name: "Basic" };
      expect((await operatorOf(server).from("plans").update(first).match(first)).error).toBeNull();
      await page.reload();
      await expect(plans).toHaveCount(6);
      expect(await order()).toEqual(before);
    });

    await test.step("the dialog stays open while an offer is saved, and another admin's change to it is kept", async () => {
      await page.goto("/manage-plans");
      const row = page
        .getByRole("row")
        .filter({ has: page.getByRole("button", { name: "Edit PG / CET / Basic" }) });
      await row.getByRole("button", { name: /^Edit/ }).click();
      const edit = page.getByRole("dialog", { name: "Edit Plan" });
      await edit.getByLabel("Price").fill("₹10,001");
      const other = operatorOf(server)
        .from("plans")
        .update({ expires_at: "2031-03-31T12:00:00Z" })
        .match({ plan_level: "pg", plan_exam: "cet", plan_name: "Basic" });
      expect((await other).error).toBeNull();
      const release = await holdRequests(page, "**/rest/v1/plans?*", { method: "PATCH" });
      await edit.getByRole("button", { name: "Save" }).click();
      await page.keyboard.press("Escape");
      await edit.getByRole("button", { name: "Close" }).click();
      await expect(edit.getByRole("button", { name: "Cancel" })).toBeDisabled();
      release();
      await expect(page.getByText("Plan updated")).toBeVisible();
      await expect(row).toContainText("₹10,001");
      await expect(row).toContainText("2031-03-31 17:30");
    });
  });

  test.describe("an offer that has expired", () => {
    test.use({ allowConsole: /status of 400/ });

    test("an expired offer cannot be assigned until its expiry is changed @desktop", async ({
      page,
      admin,
      server,
      newStudent,
    }) => {
      const student = await newStudent();
      const offer = operatorOf(server)
        .from("plans")
        .update({ expires_at: "2026-01-31T12:00:00Z" })
        .match({ plan_level: "pg", plan_exam: "cet", plan_name: "Basic" });
      expect((await offer).error).toBeNull();
      await signIn(page, admin);
      await page.goto(`/assign-plan?search=${student.email}`);
      await page.getByRole("button", { name: /^Assign a plan to/ }).click();
      const assign = page.getByRole("dialog", { name: "Assign Plan" });
      await assign.getByLabel("Plan").selectOption("PG / CET / Basic");
      await assign.getByRole("button", { name: "Assign" }).click();
      await expect(page.getByText("This plan has ended. Change its expiry first.")).toBeVisible();
      await assign.getByRole("button", { name: "Cancel" }).click();
      expect((await student.tables.from("user_plans").select("id")).data).toEqual([]);

      await page.goto("/manage-plans");
      const row = page.getByRole("row").filter({ hasText: "2026-01-31 17:30" });
      await expect(row).toContainText("Ended");
      await checkPage(page);
      await row.getByRole("button", { name: "Edit PG / CET / Basic" }).click();
      const edit = page.getByRole("dialog", { name: "Edit Plan" });
      await edit.getByLabel("Expiry").fill("2026-02-28T18:45");
      await edit.getByRole("button", { name: "Save" }).click();
      await expect(edit.getByText("The expiry must be in the future.").first()).toBeVisible();
      await edit.getByLabel("Expiry").fill("2030-03-31T18:45");
      await edit.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("row").filter({ hasText: "2030-03-31 18:45" })).not.toContainText("Ended");
    });
  });

  test.describe("a failed request", () => {
    test.use({ allowConsole: /status of [45]\d\d|Failed to load resource/ });

    test("each failure of loading, editing, deleting and adding has its own message @desktop", async ({
      page,
      admin,
    }) => {
      await signIn(page, admin);
      await page.route("**/rest/v1/plans?*", (route) =>
        route.fulfill({ status: 500, json: { code: "XX000" } }),
      );
      await page.goto("/manage-plans");
      await expect(page.getByText("Failed to fetch plans").first()).toBeVisible();
      await page.unroute("**/rest/v1/plans?*");
      await page.getByRole("button", { name: "Try again" }).click();
      await page.route("**/rest/v1/plans?*", (route) =>
        route.request().method() === "GET" ? route.continue() : route.abort(),
      );
      await page.getByRole("button", { name: "Edit UG / NEET / Basic" }).click();
      await page.getByLabel("Price").fill("1");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Failed to update plan", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Delete UG / NEET / Basic" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("Failed to delete plan", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.unroute("**/rest/v1/plans?*");

      // Level, exam and name are unique.
      await page.getByRole("button", { name: "Add Plan" }).click();
      const dialog = page.getByRole("dialog", { name: "Add Plan" });
      await dialog.getByLabel("Level").selectOption("UG");
      await dialog.getByLabel("Exam").selectOption("NEET");
      await dialog.getByLabel("Name").selectOption("Basic");
      await dialog.getByLabel("Price").fill("1");
      await dialog.getByLabel("Expiry").fill("2030-03-31T18:45");
      await dialog.getByRole("button", { name: "Add Plan" }).click();
      await expect(page.getByText("Failed to create plan", { exact: true })).toBeVisible();
      await expect(dialog.getByText("This plan already exists.").first()).toBeVisible();
      await expect(dialog.getByLabel("Price")).toHaveValue("1");
    });
  });
});
