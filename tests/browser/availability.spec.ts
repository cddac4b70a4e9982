import type { Page } from "@playwright/test";
import { grantMentor, insertCall } from "../world/people.ts";
import { queryAt } from "../world/sql.ts";
import { callsOf, insertAbsence, readHours, readProfile } from "./availability.ts";
import { checkPage } from "./check-page.ts";
import { noisePicture, pdfFile, pictureSize, rotatePhoto } from "./documents.ts";
import { expect, signIn, test } from "./fixtures.ts";
import type { Person } from "./people.ts";
import type { Server } from "./servers.ts";
import { at } from "./slots.ts";

// Other specs book at the other server, with one calendar for everyone.
test.use({ withChallenge: true });

async function openAvailability(page: Page, server: Server, mentor: Person): Promise<Person> {
  await grantMentor(server, mentor.id);
  await signIn(page, mentor);
  await page.goto("/availability");
  return mentor;
}

test("a mentor stops and resumes bookings, sets their weekly hours, and chooses and removes a photograph @phone", async ({
  page,
  server,
  newStudent,
}) => {
  await test.step("a mentor finds their availability in the menu, and stops and resumes new bookings", async () => {
    const mentor = await newStudent();
    await grantMentor(server, mentor.id);
    await signIn(page, mentor);
    await page.goto("/pricing");
    await page.getByRole("button", { name: "Toggle Sidebar" }).click();
    await page
      .getByRole("region", { name: "Mentor" })
      .getByRole("link", { name: "Your Availability" })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Your Availability" })).toBeFocused();

    const bookings = page.getByRole("switch", { name: "Take new bookings" });
    await expect(bookings).toBeChecked();
    await bookings.click();
    await expect(
      page.getByText("Nobody can book a call with you. Calls that are booked stay."),
    ).toBeVisible();
    await expect(bookings).toBeEnabled();
    await page.reload();
    await expect(bookings).not.toBeChecked();
    await checkPage(page);
    await bookings.click();
    await expect(bookings).toBeEnabled();
    const [row] = await queryAt(server.databaseUrl, "select active from mentors where id = $1", [mentor.id]);
    expect(row).toEqual({ active: true });
  });

  await test.step("a mentor sets their weekly hours", async () => {
    const mentor = await openAvailability(page, server, await newStudent());
    const monday = page.getByRole("group", { name: "Monday" });
    const sunday = page.getByRole("group", { name: "Sunday" });
    const save = page.getByRole("button", { name: "Save hours" });
    await monday.getByLabel("Until").selectOption("1:00 PM");
    await page.getByRole("button", { name: "Add hours on Monday" }).click();
    await monday.getByLabel("From").nth(1).selectOption("4:00 PM");
    await save.click();
    await expect(monday.getByLabel("Until").nth(1)).toHaveAccessibleDescription(
      "The end must be after the start.",
    );
    await expect(monday.getByLabel("Until").nth(1)).toBeFocused();
    await checkPage(page);
    await monday.getByLabel("Until").nth(1).selectOption("6:30 PM");
    await sunday.getByRole("button", { name: /^Remove/ }).click();
    await expect(sunday).toContainText("No calls");
    await save.click();
    await expect(page.getByText("Hours saved.")).toBeVisible();
    expect(await readHours(server, mentor.id)).toEqual([
      "1 10:00-13:00",
      "1 16:00-18:30",
      ...[2, 3, 4, 5, 6].map((day) => `${day} 10:00-22:00`),
    ]);

    await page.getByRole("button", { name: "Every day like Monday" }).click();
    await page.getByRole("button", { name: "Add hours on Sunday" }).click();
    // These touch the first ones, and become one with them.
    await sunday.getByLabel("From").nth(2).selectOption("1:00 PM");
    await sunday.getByLabel("Until").nth(2).selectOption("2:00 PM");
    await save.click();
    await expect(sunday.getByLabel("Until")).toHaveCount(2);
    await page.reload();
    await expect(sunday.getByLabel("Until").first()).toHaveValue("14:00");
    await expect(page.getByRole("group", { name: "Saturday" }).getByLabel("Until").nth(1)).toHaveValue(
      "18:30",
    );
  });

  await test.step("a mentor chooses a photograph, of which only a small square without its place is kept, and removes it", async () => {
    const mentor = await openAvailability(page, server, await newStudent());
    const photo = page.getByAltText("You, as students see you");
    await page.getByLabel("Choose a picture").setInputFiles(pdfFile("photo.jpg"));
    await expect(page.getByRole("alert")).toContainText("This file cannot be shown as a picture.");
    await checkPage(page);
    const picture = rotatePhoto(await noisePicture(page, "photo.jpg", "image/jpeg", 800, 600));
    await page.getByLabel("Choose a picture").setInputFiles(picture);
    await expect(photo).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.reload();
    await expect(photo).toBeVisible();
    await checkPage(page);
    const [row] = await queryAt<{ jpeg: string }>(
      server.databaseUrl,
      "select jpeg from mentor_photos where mentor_id = $1",
      [mentor.id],
    );
    const stored = Buffer.from(row?.jpeg ?? "", "base64");
    expect(await pictureSize(page, stored)).toEqual({ width: 144, height: 144 });
    expect(stored.length).toBeLessThanOrEqual(8_000);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(photo).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel("Choose a picture")).toBeVisible();
    await expect(photo).toHaveCount(0);
  });
});

test("a mentor writes their profile and how they talk; nobody else can open the page @desktop", async ({
  page,
  server,
  newStudent,
  admin,
}) => {
  await test.step("a mentor writes their profile and how they talk", async () => {
    const mentor = await openAvailability(page, server, await newStudent());
    const name = page.getByLabel("Name", { exact: true });
    const save = page.getByRole("button", { name: "Save profile" });
    await expect(name).toHaveValue("Asha Gowda");
    await name.clear();
    await page.getByText("Video call").click();
    const link = page.getByLabel("Link of your video call");
    await link.fill("http://meet.example.org/rao");
    await save.click();
    await expect(name).toHaveAccessibleDescription("Please enter the name that students see.");
    await expect(link).toHaveAccessibleDescription(/^The link must begin with https/);
    await checkPage(page);

    await name.fill("Dr. Lakshmi Rao");
    await page.getByLabel("A line about you").fill("Twenty years of counselling.");
    for (const choice of ["Kannada", "Urdu", "NEET", "PG"])
      await page.getByLabel(choice, { exact: true }).check();
    await page.getByLabel("Urdu").uncheck();
    await link.fill(" https://meet.example.org/rao ");
    await save.click();
    await expect(page.getByText("Profile saved.")).toBeVisible();
    const profile = {
      name: "Dr. Lakshmi Rao",
      about: "Twenty years of counselling.",
      languages: ["Kannada"],
      exams: ["neet"],
      levels: ["pg"],
      video_url: "https://meet.example.org/rao",
    };
    expect(await readProfile(server, mentor.id)).toEqual(profile);

    await page.reload();
    await expect(name).toHaveValue("Dr. Lakshmi Rao");
    await expect(page.getByLabel("Kannada")).toBeChecked();
    await expect(link).toHaveValue("https://meet.example.org/rao");
    await page.getByText("I call the student").click();
    await expect(link).toHaveCount(0);
    await save.click();
    await expect(page.getByText("Profile saved.")).toBeVisible();
    expect(await readProfile(server, mentor.id)).toEqual({ ...profile, video_url: null });
  });

  await test.step("an admin who is no mentor is told so, a student is sent home, and a former mentor too", async () => {
    await signIn(page, admin);
    await page.goto("/availability");
    await expect(page.getByText("You are not a mentor.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Mentor" })).toHaveCount(0);
    await checkPage(page);

    const mentor = await newStudent();
    const refused = page.getByText("You are not authorized to access this page");
    await signIn(page, mentor);
    await page.goto("/availability");
    await expect(refused).toBeVisible();
    await expect(page).toHaveURL("/");

    await grantMentor(server, mentor.id);
    await page.goto("/availability");
    await expect(page.getByRole("switch")).toBeVisible();
    await queryAt(server.databaseUrl, "select private.revoke_mentor($1)", [mentor.id]);
    await page.goto("/availability");
    await expect(refused).toBeVisible();
    await page.goto("/pricing");
    await expect(page.getByRole("region", { name: "Guidance" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Mentor" })).toHaveCount(0);
  });
});

test("a mentor blocks days with calls: another mentor takes one, the other is cancelled; and unblocks them @phone", async ({
  page,
  server,
  newStudent,
  freeDay,
}) => {
  const [mentor, other] = [await newStudent(), await newStudent({ profile: { first_name: "Ravi" } })];
  for (const { id } of [mentor, other]) await grantMentor(server, id);
  const day = await freeDay();
  const [kept, cancelled] = [
    await newStudent({ profile: { first_name: "Meena", phone: "98450 11111" } }),
    await newStudent({ profile: { first_name: "Kiran" } }),
  ];
  await insertCall(server, { student: kept.id, mentor: mentor.id, start: at(day, "10:00") });
  await insertCall(server, { student: cancelled.id, mentor: mentor.id, start: at(day, "11:00") });
  await signIn(page, mentor);
  await page.goto("/availability");
  const block = page.getByRole("button", { name: "Block this time" });
  const dialog = page.getByRole("dialog", { name: "There are calls at this time" });
  await block.click();
  await expect(page.getByLabel("First day")).toHaveAccessibleDescription("Please choose a day.");
  await page.getByLabel("First day").fill(day);
  await page.getByLabel("Note").fill("A wedding");
  await block.click();
  await expect(dialog).toContainText("10:00 – 10:15 AM");
  await expect(dialog).toContainText("Meena Gowda, 98450 11111");
  await dialog.getByLabel("Who calls Meena Gowda?").selectOption({ value: other.id });
  await dialog.getByLabel("Who calls Kiran Gowda?").selectOption("Nobody: cancel the call");
  await checkPage(page);
  await dialog.getByRole("button", { name: "Back" }).click();
  expect(await callsOf(server, mentor.id)).toHaveLength(2);

  await block.click();
  await dialog.getByLabel("Who calls Meena Gowda?").selectOption({ value: other.id });
  await dialog.getByLabel("Who calls Kiran Gowda?").selectOption("Nobody: cancel the call");
  // Meanwhile, the other mentor is away.
  const absence = await insertAbsence(server, other.id, day);
  await dialog.getByRole("button", { name: "Block this time" }).click();
  await expect(dialog.getByLabel("Who calls Meena Gowda?")).toHaveAccessibleDescription(/Please choose\./);
  await queryAt(server.databaseUrl, "delete from mentor_absences where id = $1", [absence]);
  await dialog.getByRole("button", { name: "Back" }).click();
  await block.click();
  await dialog.getByLabel("Who calls Meena Gowda?").selectOption({ value: other.id });
  await dialog.getByLabel("Who calls Kiran Gowda?").selectOption("Nobody: cancel the call");
  await dialog.getByRole("button", { name: "Block this time" }).click();
  await expect(page.getByText("Time blocked.")).toBeVisible();
  expect(await callsOf(server, mentor.id)).toEqual([]);
  expect(await callsOf(server, other.id)).toEqual([kept.id]);
  const blocked = page.getByRole("list", { name: "Blocked times" }).getByRole("listitem");
  await expect(blocked).toContainText("A wedding");
  await checkPage(page);

  await page.getByText("Part of a day").click();
  await page.getByLabel("Day", { exact: true }).fill(day);
  await block.click();
  await expect(blocked).toHaveCount(2);
  await expect(blocked.filter({ hasText: "10:00 AM – 1:00 PM" })).toBeVisible();
  await blocked.filter({ hasText: "A wedding" }).getByRole("button").click();
  await expect(blocked).toHaveCount(1);
});

test.describe("a failed request", () => {
  test.use({ allowConsole: /status of 500/ });

  test("a choice that was not saved is shown as it was, with the reason @phone", async ({
    page,
    server,
    newStudent,
  }) => {
    await openAvailability(page, server, await newStudent());
    await page.route("**/rpc/set_mentor_active", (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole("switch", { name: "Take new bookings" }).click();
    await expect(page.getByRole("alert")).toContainText("That was not saved.");
    await expect(page.getByRole("switch", { name: "Take new bookings" })).toBeChecked();
    await checkPage(page);
  });
});
