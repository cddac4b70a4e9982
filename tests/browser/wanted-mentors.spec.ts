import { type Account, createAccount, grantMentor, insertCall } from "../world/people.ts";
import { queryAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import type { Server } from "./servers.ts";
import { ADVANCED, at, formatDay, freeSlot, openDay, openHistory, press } from "./slots.ts";

// Other specs book at the other server, with one calendar for everyone.
test.use({ withChallenge: true, allowConsole: /status of 400|net::ERR_FAILED/ });

const DAY_MS = 86_400_000;
const dayAgo = (days: number) =>
  new Date(Date.now() - days * DAY_MS).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });

async function newMentor(
  server: Server,
  profile: { name: string; language: string; hours: readonly [string, string] },
): Promise<Account> {
  const mentor = await createAccount(server, { profile: {} });
  await grantMentor(server, mentor.id);
  await queryAt(
    server.databaseUrl,
    "update mentors set name = $2, languages = $3, about = $4 where id = $1",
    [mentor.id, profile.name, [profile.language], "Ten years of counselling in Mysuru."],
  );
  await queryAt(
    server.databaseUrl,
    "update mentor_hours set starts_at = $2, ends_at = $3 where mentor_id = $1",
    [mentor.id, ...profile.hours],
  );
  return mentor;
}

test("a student asks for a mentor, the free times follow, and the booking is with them @phone", async ({
  page,
  server,
  newStudent,
  freeDay,
}) => {
  // No other test has a mentor who speaks it.
  const language = "Konkani";
  const name = "Dr. Prabhu";
  const mentor = await newMentor(server, {
    name,
    language,
    hours: ["15:00", "16:00"],
  });
  await newMentor(server, { name: "Dr. Kini", language: "Marathi", hours: ["10:00", "22:00"] });
  const day = await freeDay();
  const student = await newStudent({ plan: ADVANCED });
  await signIn(page, student);
  const panel = await openDay(page, day);
  const available = panel.getByRole("button", { name: /available$/ });
  await expect(available).toHaveCount(12);
  await expect(panel.getByText("With anyone who is free")).toBeVisible();

  await page.route("**/rpc/bookable_mentors", (route) => route.abort());
  await panel.getByRole("button", { name: "Change: who you talk to" }).click();
  await expect(panel.getByRole("alert")).toContainText("The mentors could not be loaded.");
  await page.unroute("**/rpc/bookable_mentors");
  await panel.getByRole("button", { name: "Try again" }).click();
  const choice = panel.getByRole("group", { name: "Who do you want to talk to?" });
  await expect(choice).toContainText(`Speaks ${language}`);
  await expect(choice).toContainText("Ten years of counselling in Mysuru.");
  await checkPage(page);

  await choice.getByRole("radio", { name: `Anyone who speaks ${language}` }).check();
  await expect(available).toHaveCount(1);
  await choice.getByRole("radio", { name }).check();
  await panel.getByRole("button", { name: "Done: who you talk to" }).click();
  await expect(panel.getByText(`With ${name}`)).toBeVisible();
  await expect(available).toHaveCount(1);

  await page.reload();
  await expect(panel.getByText(`With ${name}`)).toBeVisible();
  await freeSlot(page, day, "3:30 to 4:00 PM").click();
  await press(page, "Book Slot");
  await expect(page.getByText("Slot booked!")).toBeVisible();
  expect(
    await queryAt(server.databaseUrl, "select mentor_id from slots where user_id = $1", [student.id]),
  ).toEqual([{ mentor_id: mentor.id }]);

  // It lies in the hours of other mentors, but not of this one.
  await page.getByLabel("Start Time").fill("11:30");
  await press(page, "Book Slot");
  await expect(page.getByRole("alert")).toContainText("This slot is already booked.");
});

test("a student reads what a second missed call would mean, and then can book for today and tomorrow only @phone", async ({
  page,
  server,
  newStudent,
}) => {
  const mentor = await newMentor(server, {
    name: "Dr. Pai",
    language: "Hindi",
    hours: ["10:00", "22:00"],
  });
  const student = await newStudent({ plan: ADVANCED });
  const insert = async (days: number, ...outcome: string[]) => {
    const start = at(dayAgo(days), "10:30");
    await insertCall(server, { student: student.id, mentor: mentor.id, start });
    await queryAt(
      server.databaseUrl,
      "insert into call_outcomes (slot_id, outcome) select id, outcome from slots, unnest($3::text[]) as outcome where user_id = $1 and start_time = $2",
      [student.id, start, outcome],
    );
  };
  await insert(9, "missed");
  await insert(3);
  await signIn(page, student);
  await page.goto("/book-slot");
  await expect(page.getByText(/^You did not come to your call on /)).toBeVisible();
  await expect(
    page.getByText(/^If you miss another one by .*, you can book for today and tomorrow only/),
  ).toBeVisible();
  await expect(page.getByRole("group", { name: "The next two weeks" }).getByRole("radio")).toHaveCount(14);
  await checkPage(page);

  await insert(2, "missed");
  await page.reload();
  await expect(page.getByText("You can book for today and tomorrow only.")).toBeVisible();
  await expect(page.getByRole("group", { name: "The next two weeks" }).getByRole("radio")).toHaveCount(2);
  await expect(page.getByLabel("Date")).toHaveAttribute("max", dayAgo(-1));
  await page.getByLabel("Date").fill(dayAgo(-2));
  await page.getByLabel("Start Time").fill("13:30");
  await press(page, "Book Slot");
  await expect(page.getByRole("alert")).toContainText(
    "Until you come to one, please book for today or tomorrow.",
  );

  await openHistory(page);
  const history = page.getByRole("list", { name: "Your slots" });
  await expect(history.getByText("You did not come to this call.")).toHaveCount(2);
  await history.getByRole("button", { name: /^My mentor did not come/ }).click();
  const dialog = page.getByRole("alertdialog", { name: "Did your mentor not come?" });
  await expect(dialog).toContainText(formatDay(dayAgo(3)));
  await checkPage(page);
  await dialog.getByRole("button", { name: "Report it" }).click();
  await expect(history.getByText("We are sorry that your mentor did not come.")).toBeVisible();
  await checkPage(page);
});
