import type { Page } from "@playwright/test";
import { StorageClient } from "@supabase/storage-js";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { operatorOf, type Person } from "./people.ts";
import type { Server } from "./servers.ts";

const PAGES = ["/assign-plan", "/manage-plans", "/send-notifications", "/admin-documents", "/audit-log"];
const REFUSED = "You are not authorized to access this page";

function filesOf(server: Server, person: Person): StorageClient {
  return new StorageClient(`${server.url}/storage/v1`, {
    apikey: server.publishableKey,
    authorization: `Bearer ${person.session.access_token}`,
  });
}

/** What is sent there waits on its way, as on a slow line, until it is let go. */
async function holdBack(page: Page, address: string, method: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() === method) await held;
    await route.continue();
  });
  return letGo;
}

test.describe("the guard", () => {
  test("sends a student away from every admin page, with the reason, and loads none of its code @desktop", async ({
    page,
    newStudent,
  }) => {
    await signIn(page, await newStudent());
    const scripts: string[] = [];
    page.on("response", (response) => scripts.push(response.url()));
    await page.goto("/pricing");
    await expect(page.getByText("What are you applying for?")).toBeVisible();
    expect(
      scripts.filter((url) => /assign-plan|manage-plans|send-email|admin-documents|audit-log/.test(url)),
    ).toEqual([]);
    for (const address of PAGES) {
      await test.step(address, async () => {
        await page.goto(address);
        await page.waitForURL((url) => url.pathname === "/");
        await expect(page.getByText(REFUSED)).toBeVisible();
        await expect(page.getByText(REFUSED)).toHaveCount(1);
      });
    }
  });

  test("says that it checks, and lets an admin in @desktop", async ({ page, admin }) => {
    await signIn(page, admin);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/functions/v1/check-admin", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/assign-plan");
    await expect(page.getByText("Checking admin access...")).toBeVisible();
    answer();
    await expect(page.getByRole("heading", { name: "Assign Plan (Admin Only)" })).toBeVisible();
    const links = page.getByRole("region", { name: "Admin" }).getByRole("link");
    await expect(links).toHaveText([
      "Assign Plan",
      "Manage Plans",
      "Send Notifications",
      "View Documents",
      "Audit Log",
    ]);
  });

  test("asks a visitor to sign in @desktop", async ({ page }) => {
    await page.goto("/assign-plan");
    await page.waitForURL("**/auth");
    await expect(page.getByText("Please log in to continue.")).toBeVisible();
  });

  test.describe("when the check fails", () => {
    test.use({ allowConsole: /status of 50\d|Failed to load resource/ });

    test("it leads home @desktop", async ({ page, admin }) => {
      await signIn(page, admin);
      await page.route("**/functions/v1/check-admin", (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto("/manage-plans");
      await page.waitForURL((url) => url.pathname === "/");
      await expect(page.getByText(REFUSED)).toHaveCount(0);
    });
  });
});

test.describe("assigning plans", () => {
  test("a student is found, gets a plan, loses it, and gets none", async ({ page, admin, newStudent }) => {
    const student = await newStudent({ profile: { last_name: `Patil ${Date.now()}` } });
    await signIn(page, admin);
    await page.goto("/assign-plan");
    await page.getByLabel("Search").fill(student.email);
    const row = page.getByRole("row").filter({ hasText: student.email });
    await expect(page.getByRole("row")).toHaveCount(2);
    await expect(row).toContainText("None");
    await expect(row.getByRole("button", { name: /^Deactivate/ })).toBeDisabled();
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

  test("while a plan is assigned the dialog stays, and what came of it is said @desktop", async ({
    page,
    admin,
    newStudent,
  }) => {
    const student = await newStudent();
    await signIn(page, admin);
    await page.goto(`/assign-plan?search=${student.email}`);
    await page.getByRole("button", { name: /^Assign a plan to/ }).click();
    const dialog = page.getByRole("dialog", { name: "Assign Plan" });
    await dialog.getByLabel("Plan").selectOption("UG / CET / Basic");
    const letGo = await holdBack(page, "**/rpc/assign_plan", "POST");
    await dialog.getByRole("button", { name: "Assign" }).click();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
    letGo();
    await expect(page.getByText("Plan assigned!")).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  test("a name without an end hides nothing", async ({ page, admin, newStudent }) => {
    const student = await newStudent({
      profile: { first_name: "Venkatanarasimharajuvaripeta".repeat(2).padEnd(72, "a") },
      plan: { level: "ug", exam: "neet", name: "Advanced" },
    });
    const sticksOut = (element: Element) => element.scrollWidth > element.clientWidth;
    await signIn(page, admin);
    await page.goto(`/assign-plan?search=${student.email}`);
    const row = page.getByRole("row").filter({ hasText: student.email });
    await expect(row).toBeVisible();
    expect.soft(await page.getByRole("region", { name: "Students" }).evaluate(sticksOut)).toBe(false);
    expect.soft(await row.getByRole("cell").first().evaluate(sticksOut)).toBe(false);
    for (const [name, role] of [
      ["Assign", "dialog"],
      ["Deactivate", "alertdialog"],
    ] as const) {
      await row.getByRole("button", { name: new RegExp(`^${name}`) }).click();
      await expect(page.getByRole(role)).toBeVisible();
      expect
        .soft(
          await page
            .getByRole(role)
            .getByText(/^For |^Venk/)
            .evaluate(sticksOut),
        )
        .toBe(false);
      await page.keyboard.press("Escape");
      await expect(page.getByRole(role)).toBeHidden();
    }
    await page.goto(`/admin-documents?search=${student.email}`);
    await page.getByRole("button", { name: new RegExp(student.email) }).click();
    const heading = page.getByRole("heading", { name: /^Documents for/ });
    await expect(heading).toBeVisible();
    expect.soft(await heading.evaluate(sticksOut)).toBe(false);
    await checkPage(page);
  });

  test("what the table shows stands in the address @desktop", async ({ page, admin, newStudent }) => {
    const name = `Zz${Date.now()}`;
    for (let count = 0; count < 11; count += 1) await newStudent({ profile: { first_name: name } });
    await signIn(page, admin);
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
    await expect(page.getByRole("columnheader", { name: "Email" })).toHaveAttribute("aria-sort", "ascending");

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
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await page.reload();
    await expect(page.getByRole("columnheader")).toHaveText([
      "Name",
      "Email",
      "Plan",
      "Status",
      "Joined",
      "Actions",
    ]);

    await page.getByRole("link", { name: "Assign Plan" }).click();
    await expect(page).toHaveURL(/assign-plan$/);
    await expect(page.getByLabel("Search")).toHaveValue("");
  });

  test("it says that it loads, and a late answer never takes the place of a newer one @desktop", async ({
    page,
    admin,
    newStudent,
  }) => {
    const [slow, quick] = [await newStudent(), await newStudent()];
    await signIn(page, admin);
    const held: (() => void)[] = [];
    await page.route("**/rpc/list_students", async (route) => {
      const { search } = route.request().postDataJSON();
      if (search !== quick.email) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.goto(`/assign-plan?search=${slow.email}&page=1`);
    await expect(page.getByText("Loading...")).toBeVisible();
    await expect(page.getByText("Page 1", { exact: true })).toBeVisible();
    await page.getByLabel("Search").fill(quick.email);
    const row = page.getByRole("row").filter({ hasText: "@" });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(quick.email);
    await Promise.all([page.waitForResponse("**/rpc/list_students"), ...held.map((release) => release())]);
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(quick.email);
  });

  test.describe("when the server refuses", () => {
    test.use({ allowConsole: /status of [45]\d\d|Failed to load resource/ });

    test("it says what failed @desktop", async ({ page, admin, newStudent }) => {
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

test.describe("managing plans", () => {
  // One list of plans for all: what is changed here is an offer that no other test looks at.
  test.describe.configure({ mode: "serial" });

  test("a plan is deleted, made anew and edited, and nobody loses what he has @desktop", async ({
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
        await expect(dialog.getByText("All fields are required")).toBeVisible();
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
    await expect(row).toContainText("₹10,000");

    expect((await student.tables.from("user_plans").select("expires_at, active")).data).toEqual(before.data);
  });

  test("what is missing in the form of a plan is said where it is seen", async ({ page, admin }) => {
    await signIn(page, admin);
    await page.goto("/manage-plans");
    await page.getByRole("button", { name: "Add Plan" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Plan" });
    await dialog.getByRole("button", { name: "Add Plan" }).click();
    await expect(dialog.getByText("All fields are required")).toBeInViewport({ ratio: 1 });
    await expect(page.locator("[data-sonner-toast]")).toContainText("All fields are required");
  });

  test("a name that the level does not have is chosen anew @desktop", async ({ page, admin }) => {
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

  test("plans that end at the same time keep their order when one is saved @desktop", async ({
    page,
    admin,
    server,
  }) => {
    await signIn(page, admin);
    const plans = page.getByRole("button", { name: /^Edit U/ });
    const order = () => plans.evaluateAll((buttons) => buttons.map((one) => one.getAttribute("aria-label")));
    await page.goto("/manage-plans");
    await expect(plans).toHaveCount(6);
    const before = await order();
    const first = { plan_level: "ug", plan_exam: "cet", plan_name: "Basic" };
    expect((await operatorOf(server).from("plans").update(first).match(first)).error).toBeNull();
    await page.reload();
    await expect(plans).toHaveCount(6);
    expect(await order()).toEqual(before);
  });

  test("while a plan is saved the dialog stays, and what another admin changed meanwhile does too @desktop", async ({
    page,
    admin,
    server,
  }) => {
    await signIn(page, admin);
    await page.goto("/manage-plans");
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("button", { name: "Edit PG CET BASIC" }) });
    await row.getByRole("button", { name: /^Edit/ }).click();
    const edit = page.getByRole("dialog", { name: "Edit Plan" });
    await edit.getByLabel("Price").fill("₹10,001");
    const other = operatorOf(server)
      .from("plans")
      .update({ expires_at: "2031-03-31T12:00:00Z" })
      .match({ plan_level: "pg", plan_exam: "cet", plan_name: "Basic" });
    expect((await other).error).toBeNull();
    const letGo = await holdBack(page, "**/rest/v1/plans?*", "PATCH");
    await edit.getByRole("button", { name: "Save" }).click();
    await page.keyboard.press("Escape");
    await edit.getByRole("button", { name: "Close" }).click();
    await expect(edit.getByRole("button", { name: "Cancel" })).toBeDisabled();
    letGo();
    await expect(page.getByText("Plan updated")).toBeVisible();
    await expect(row).toContainText("₹10,001");
    await expect(row).toContainText("2031-03-31 17:30");
  });

  test.describe("with a plan that has ended", () => {
    test.use({ allowConsole: /status of 400/ });

    test("the database refuses to assign it until its expiry is changed @desktop", async ({
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
      await row.getByRole("button", { name: "Edit PG CET BASIC" }).click();
      const edit = page.getByRole("dialog", { name: "Edit Plan" });
      await edit.getByLabel("Expiry").fill("2026-02-28T18:45");
      await edit.getByRole("button", { name: "Save" }).click();
      await expect(edit.getByText("The expiry must be in the future.")).toBeVisible();
      await edit.getByLabel("Expiry").fill("2030-03-31T18:45");
      await edit.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("row").filter({ hasText: "2030-03-31 18:45" })).not.toContainText("Ended");
    });
  });

  test.describe("when the server refuses", () => {
    test.use({ allowConsole: /status of [45]\d\d|Failed to load resource/ });

    test("each failure has its words @desktop", async ({ page, admin }) => {
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
      await page.getByRole("button", { name: "Edit UG NEET BASIC" }).click();
      await page.getByLabel("Price").fill("1");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Failed to update plan", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Delete UG NEET BASIC" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("Failed to delete plan", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.unroute("**/rest/v1/plans?*");

      // There is one row for each level, exam and name.
      await page.getByRole("button", { name: "Add Plan" }).click();
      const dialog = page.getByRole("dialog", { name: "Add Plan" });
      await dialog.getByLabel("Level").selectOption("UG");
      await dialog.getByLabel("Exam").selectOption("NEET");
      await dialog.getByLabel("Name").selectOption("Basic");
      await dialog.getByLabel("Price").fill("1");
      await dialog.getByLabel("Expiry").fill("2030-03-31T18:45");
      await dialog.getByRole("button", { name: "Add Plan" }).click();
      await expect(page.getByText("Failed to create plan", { exact: true })).toBeVisible();
      await expect(dialog.getByText("This plan already exists.")).toBeVisible();
      await expect(dialog.getByLabel("Price")).toHaveValue("1");
    });
  });
});

test.describe("viewing papers", () => {
  // A stored file may run and style nothing, and that holds for the browser's own way of showing a picture too.
  test.use({ allowConsole: /Content Security Policy|Blocked script execution/ });

  test("a student is found, and the paper opens in a tab of its own", async ({
    page,
    context,
    admin,
    server,
    newStudent,
  }) => {
    const student = await newStudent({ plan: { level: "ug", exam: "cet", name: "Basic" } });
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const { error } = await filesOf(server, student)
      .from("user-documents")
      .upload(`${student.id}/${Date.now()}_ಅಂಕಪಟ್ಟಿ.png`, png, { contentType: "image/png" });
    expect(error).toBeNull();

    await signIn(page, admin);
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
      page.getByRole("button", { name: "View ಅಂಕಪಟ್ಟಿ.png" }).click(),
    ]);
    await tab.waitForURL(/\/storage\/v1\/object\/sign\/user-documents\//);
    const token = new URL(tab.url()).searchParams.get("token")?.split(".")[1] ?? "";
    const { iat, exp } = JSON.parse(Buffer.from(token, "base64url").toString());
    expect(exp - iat).toBe(300);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
  });

  test("who has none has none @desktop", async ({ page, admin, newStudent }) => {
    const student = await newStudent();
    await signIn(page, admin);
    await page.goto("/admin-documents");
    await page.getByPlaceholder("Search student by name or email...").fill(student.email);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/object/list/user-documents", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("button", { name: new RegExp(student.email) }).click();
    await expect(page.getByText("Loading documents...")).toBeVisible();
    answer();
    await expect(page.getByText("No documents uploaded.")).toBeVisible();
  });
});
