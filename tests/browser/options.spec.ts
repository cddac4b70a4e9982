import type { Page } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { addManyOptions, addSeats, dragRow, optionsOf, rows, watchRows } from "./options.ts";
import { toast } from "./toast.ts";

const codes = async (page: Page) =>
  (await rows(page).allInnerTexts()).map((text) => /[A-Z]\d{3} [A-Z]{2}/.exec(text)?.[0]);
const saved = (page: Page) => expect(page.getByText("Everything is saved.")).toBeVisible();

test("a student without a plan makes a list of ten: from search, by code, moved by key, number and drag", async ({
  page,
  newStudent,
  server,
  isMobile,
}) => {
  test.slow();
  await addSeats(server);
  const student = await newStudent();
  await signIn(page, student);
  await page.goto("/options");
  await expect(page.getByText("Your list is empty.")).toBeVisible();
  await checkPage(page);

  await page.getByRole("button", { name: "Enter your rank" }).click();
  const profile = page.getByRole("dialog");
  await profile.getByLabel("Rank").fill("rank");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByText("Please type a rank, such as 12,345 or 53340.5.")).toBeVisible();
  await profile.getByLabel("Rank").fill("12,345");
  await profile.getByLabel("Most that the family can pay").fill("50,000");
  await checkPage(page);
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Rank 12,345 · General Merit · at most ₹50,000 a year")).toBeVisible();

  await page.getByRole("button", { name: "Add options" }).click();
  await page.getByRole("searchbox").fill("computer riverside");
  const found = page.getByRole("list", { name: "Found seats" });
  await expect(found.getByText("Above limit: ₹1,12,410 (2025)")).toBeVisible();
  await checkPage(page);
  await found.getByRole("button", { name: /^Add Computer Science/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("tab", { name: "By code" }).click();
  await page.getByLabel("Codes").fill("X901 CS\nnonsense");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("This could not be read: nonsense")).toBeVisible();
  await page.getByLabel("Codes").fill("X901 CS\nX901 EC\nX902 EC");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Close" }).click();
  expect(await codes(page)).toEqual(["X902 CS", "X901 CS", "X901 EC", "X902 EC"]);
  await saved(page);

  const grip = page.getByRole("button", { name: /^Number 4: Electronics.*Riverside/ });
  await grip.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: /^Number 2: Electronics.*Riverside/ })).toBeFocused();
  expect(await codes(page)).toEqual(["X902 CS", "X902 EC", "X901 CS", "X901 EC"]);
  await rows(page)
    .nth(3)
    .getByRole("button", { name: /^More about number 4/ })
    .click();
  const more = page.getByRole("dialog");
  await more.getByLabel("Move to number").fill("1");
  await checkPage(page);
  await more.getByRole("button", { name: "Move", exact: true }).click();
  await more.getByRole("button", { name: "Done" }).click();
  expect(await codes(page)).toEqual(["X901 EC", "X902 CS", "X902 EC", "X901 CS"]);
  await dragRow(page, 0, 2, isMobile);
  await expect.poll(() => codes(page)).toEqual(["X902 CS", "X902 EC", "X901 EC", "X901 CS"]);
  await saved(page);
  expect(await optionsOf(server, student.id)).toEqual(["X902 CS", "X902 EC", "X901 EC", "X901 CS"]);
  await checkPage(page);

  await page.getByRole("tab", { name: "Checks" }).click();
  await expect(page.getByRole("region", { name: "At least one of these" })).toContainText(
    "No rank was printed for your categories in this list.",
  );
  await expect(page.getByText("Only four options; KEA sets no limit.")).toBeVisible();
  await expect(
    page.getByText("2 options cost more than your family’s limit: numbers 1 and 2."),
  ).toBeVisible();
  await checkPage(page);

  await test.step("the page of a college adds its course once, even one without a code", async () => {
    await page.goto("/options?exam=UGCET&add=X902+Industrial+Design+(Hons)");
    await expect(toast(page, "Added as number 5.")).toBeVisible();
    await saved(page);
    await page.goto("/options?exam=UGCET&add=X902+Industrial+Design+(Hons)");
    await expect(toast(page, "It is in your list already.")).toBeVisible();
    await expect(rows(page)).toHaveCount(5);
  });

  await test.step("of five hundred options, a move touches two rows, and only rows on the screen are laid out", async () => {
    await addManyOptions(server, student.id, 495);
    await page.reload();
    await expect(rows(page)).toHaveCount(500);
    await expect(page.getByText("Looking up the figures…")).toHaveCount(0);
    const grip = page.getByRole("button", { name: /^Number 250:/ });
    await grip.focus();
    const changed = await page.evaluateHandle(watchRows);
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("button", { name: /^Number 249:/ })).toBeFocused();
    expect(await changed.evaluate((numbers) => [...numbers].sort())).toEqual(["249", "250"]);
    await saved(page);
    expect(await optionsOf(server, student.id)).toHaveLength(500);
    await page.getByRole("tab", { name: "Print" }).click();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("row")).toHaveCount(501);
    await expect(page.getByRole("button").or(page.getByRole("tab"))).toHaveCount(0);
  });
});

test("a student saves a version, compares and goes back, puts in a result, and takes a counsellor's proposal @desktop", async ({
  page,
  newStudent,
  admin,
  server,
}) => {
  test.slow();
  await addSeats(server);
  const student = await newStudent({ plan: { level: "ug", exam: "cet", name: "Medium" } });
  const option = (number: number, college: string, course: string) => ({
    id: `0b000000-0000-4000-8000-00000000000${number}`,
    college,
    course,
  });
  const first = [option(1, "X901", "CS"), option(2, "X902", "CS")];
  await student.tables.rpc("add_options", { exam: "UGCET", added: first });
  await signIn(page, student);
  await page.goto("/options?exam=UGCET");
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByLabel("Name of the version").fill("Before the mock");
  await page.getByRole("button", { name: "Save version" }).click();
  await expect(toast(page, "Version saved.")).toBeVisible();
  await admin.tables.rpc("propose_options", {
    student: student.id,
    which: "UGCET",
    version: option(9, "", "").id,
    name: "Riverside first",
    entries: [first[1], first[0], option(3, "X902", "EC")],
    words: "It is nearer.",
  });
  await page.reload();
  await page.getByRole("button", { name: "Look at it" }).click();
  await expect(page.getByText("It is nearer.")).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Compare “Riverside first”" }).click();
  await expect(page.getByRole("dialog")).toContainText("Number 3: Electronics");
  await checkPage(page);
  await page.getByRole("button", { name: "Take it" }).click();
  await expect(toast(page, "Proposal taken.")).toBeVisible();
  expect(await optionsOf(server, student.id)).toEqual(["X902 CS", "X901 CS", "X902 EC"]);

  await page.getByRole("tab", { name: "Rounds" }).click();
  const preview = page.getByText("What would the four choices cost?");
  await preview.click();
  await page.getByLabel("If this is allotted").selectOption({ index: 1 });
  await page.getByLabel("After").selectOption("Round 2");
  await expect(page.getByRole("table")).toContainText("The fee of the seat: ₹44,200");
  await checkPage(page);
  await preview.click();
  await page.getByRole("button", { name: "Put in a result" }).click();
  await page.getByRole("button", { name: "Save result" }).click();
  await expect(page.getByText("Please choose what was allotted.")).toBeVisible();
  await page.getByLabel("Round", { exact: true }).selectOption("Round 2");
  await page.getByLabel("What was allotted").selectOption({ index: 3 });
  await checkPage(page);
  await page.getByRole("button", { name: "Save result" }).click();
  await expect(page.getByText("You were allotted number 2 of 3")).toBeVisible();
  await expect(page.getByText("A caution deposit of ₹10,000")).toBeVisible();
  await expect(page.getByText(/^In 2025, no advice for \d{4}:/).first()).toBeVisible();
  await checkPage(page);

  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Compare “Before the mock”" }).click();
  const comparison = page.getByRole("dialog");
  await expect(comparison).toContainText(/From 2 to 1: Computer Science.*Hilltop College/);
  await comparison.getByLabel("Compare with").selectOption("Before “Riverside first”");
  await expect(comparison).toContainText("Both have the same options in the same order.");
  await page.getByRole("button", { name: "Go back to it" }).click();
  await expect(toast(page, "Your list is this version again.")).toBeVisible();
  expect(await optionsOf(server, student.id)).toEqual(["X901 CS", "X902 CS"]);

  await page.getByRole("tab", { name: "Print" }).click();
  await expect(page.getByText("X 9 0 1 – C S")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toBe("options-ugcet.csv");
  await checkPage(page);
});

test.describe("without a network", () => {
  test.use({ allowConsole: /net::ERR_(FAILED|INTERNET_DISCONNECTED)|status of 5/ });
  test("changes are kept, shown after a reload, and sent once when the network is back; another tab follows @phone", async ({
    page,
    context,
    newStudent,
    server,
  }) => {
    await addSeats(server);
    const student = await newStudent();
    await signIn(page, student);
    await page.goto("/options?exam=UGCET");
    await page.getByRole("button", { name: "Add options" }).click();
    await page.getByRole("tab", { name: "By code" }).click();
    const add = async (codesToAdd: string) => {
      await page.getByLabel("Codes").fill(codesToAdd);
      await page.getByRole("button", { name: "Add", exact: true }).click();
    };
    await add("X901 CS");
    await saved(page);
    // The server takes the change, and its answer is lost: sent again, it must not take effect twice.
    await page.route("**/rpc/add_options", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await add("X901 EC");
    await expect(page.getByText("1 change is kept on this device")).toBeVisible();
    await checkPage(page);
    await page.route("**/rest/v1/**", (route) => route.abort());
    await Promise.all([page.setViewportSize({ width: 360, height: 480 }), page.reload()]);
    await expect(page.getByText("Maarga cannot be reached now.")).toBeVisible();
    await expect(page.getByText("1 change is kept on this device")).toBeVisible();
    expect(await codes(page)).toEqual(["X901 CS", "X901 EC"]);
    await checkPage(page);
    await rows(page).nth(0).getByRole("button").first().press("ArrowDown");
    await expect(page.getByText("2 changes are kept on this device")).toBeInViewport({ ratio: 1 });
    expect(await codes(page)).toEqual(["X901 EC", "X901 CS"]);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).first().click();
    await saved(page);
    expect(await optionsOf(server, student.id)).toEqual(["X901 EC", "X901 CS"]);

    const other = await context.newPage();
    await other.goto("/options?exam=UGCET");
    await other.getByRole("button", { name: /^More about number 1/ }).click();
    await other.getByRole("button", { name: "Remove" }).click();
    await saved(other);
    await page.bringToFront();
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(rows(page)).toHaveCount(1);
  });
});

const CANDIDATE = {
  rank: 12_345,
  category: "2A",
  is_rural: true,
  is_kannada_medium: false,
  is_371j: false,
  fee_limit: 90_000,
};

test("an admin opens a student's list on record, comments on a line and proposes a version @desktop", async ({
  page,
  newStudent,
  admin,
  server,
}) => {
  await addSeats(server);
  const student = await newStudent({ profile: { first_name: "Asha", last_name: "Rao" } });
  await student.tables.rpc("add_options", {
    exam: "UGCET",
    added: [{ id: "0b000000-0000-4000-8000-000000000001", college: "X901", course: "CS" }],
  });
  await signIn(page, admin);
  await student.tables.rpc("describe_option_list", { ...CANDIDATE, exam: "UGCET" });
  await student.tables.rpc("put_option_allotment", {
    ...{ exam: "UGCET", year: 2025, round: "1", college: "X901", course: "CS" },
  });
  await page.goto(`/agenda/options?student=${student.id}`);
  await checkPage(page);
  await page.getByRole("button", { name: "UGCET engineering: 1 option" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText("Rank 12,345 · Category 2A · rural · at most ₹90,000 a year")).toBeVisible();
  await expect(page.getByText("You were allotted number 1 of 1")).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Change|Delete)/ })).toHaveCount(0);
  await page.getByRole("button", { name: /^More about number 1/ }).click();
  await page.getByLabel("Your comment").fill("Very far from home.");
  await page.getByRole("button", { name: "Add comment" }).click();
  await expect(page.getByRole("dialog").getByText("Very far from home.")).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Propose a version" }).click();
  await page.getByLabel("Name of the proposal").fill("With Riverside");
  await page.getByRole("tab", { name: "By code" }).click();
  await page.getByLabel("Codes").fill("X902 EC");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await checkPage(page);
  await page.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(toast(page, "Proposed.")).toBeVisible();
  const { data } = await student.tables.rpc("own_option_list", { which: "UGCET" });
  expect(data).toMatchObject({
    entries: [{ college: "X901" }],
    comments: [{ by: "Maarga", words: "Very far from home." }],
    versions: [{ name: "With Riverside", state: "proposed", count: 2 }],
  });
});
