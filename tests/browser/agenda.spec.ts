import { samples } from "../world/files.ts";
import { queryAt, transactionAt } from "../world/sql.ts";
import { insertCall, NOW, newMentor, onDay, TOPIC } from "./agenda.ts";
import { checkPage } from "./check-page.ts";
import { bucketOf } from "./documents.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { ADVANCED } from "./slots.ts";

// Other specs book at the other server, with one calendar for everyone.
test.use({ withChallenge: true });

test.describe("the day of a mentor", () => {
  // Stored files are served with a policy that blocks the styles of Chromium's own image page too.
  test.use({
    allowConsole: /Content Security Policy|Blocked script execution|net::ERR_FAILED|status of 400/,
  });

  test("a mentor sees what a call needs, opens a document, and marks whether the student came @phone", async ({
    page,
    context,
    server,
    newStudent,
  }) => {
    const mentor = await newMentor(server, newStudent, "Dr. Rao");
    const student = await newStudent({
      plan: ADVANCED,
      profile: { first_name: "Meena", phone: "98450 12345" },
    });
    await queryAt(server.databaseUrl, "update mentor_links set video_url = $2 where mentor_id = $1", [
      mentor.id,
      "https://meet.example.org/rao",
    ]);
    await insertCall(server, mentor, student, onDay(-3, "10:30"));
    await insertCall(server, mentor, student, NOW);
    await bucketOf(server, student).upload(`${student.id}/${Date.now()}_marks.png`, samples.png, {
      contentType: "image/png",
    });
    await queryAt(
      server.databaseUrl,
      "insert into call_outcomes (slot_id, outcome) select id, 'missed' from slots where user_id = $1 and end_time < now() - interval '1 day'",
      [student.id],
    );

    await queryAt(
      server.databaseUrl,
      "insert into slot_agreements (slot_id, agreed) select id, 'A college near home.' from slots where user_id = $1 and end_time < now() - interval '1 day'",
      [student.id],
    );

    await signIn(page, mentor);
    await page.goto("/agenda");
    const call = page.getByRole("list", { name: "Calls" }).getByRole("listitem").first();
    await expect(call).toContainText("Meena Gowda");
    await expect(call).toContainText("PG / CET / Advanced · 1 earlier call, 1 missed");
    await expect(call).toContainText(TOPIC);
    for (const [name, address] of [
      ["Call Meena Gowda, 98450 12345", "tel:9845012345"],
      ["WhatsApp Meena Gowda", "https://wa.me/919845012345"],
      ["Video call with Meena Gowda", "https://meet.example.org/rao"],
    ] as const)
      await expect(call.getByRole("link", { name })).toHaveAttribute("href", address);
    await expect(page.getByRole("combobox")).toHaveCount(0);
    await checkPage(page);

    await call.getByRole("button", { name: "Documents of Meena Gowda" }).click();
    await expect(call.getByText("marks.png")).toBeVisible();
    await call.getByRole("button", { name: "Notes of earlier calls with Meena Gowda" }).click();
    await expect(call.getByText("A college near home.")).toBeVisible();
    await checkPage(page);
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      call.getByRole("button", { name: "View marks.png", exact: true }).click(),
    ]);
    await tab.waitForURL(/\/storage\/v1\/object\/sign\/user-documents\//);
    await tab.close();
    expect(
      await queryAt(
        server.databaseUrl,
        "select actor_email from audit_log where action = 'document viewed' and subject_id = $1",
        [student.id],
      ),
    ).toEqual([{ actor_email: mentor.email }]);

    await page.route("**/rpc/mark_call", (route) => route.abort());
    await call.getByRole("button", { name: /^Held: Meena Gowda/ }).click();
    await expect(page.getByText("The connection was lost. Please try again.")).toBeVisible();
    await page.unroute("**/rpc/mark_call");
    await call.getByRole("button", { name: /^Held: Meena Gowda/ }).press("Enter");
    const undo = call.getByRole("button", { name: /^Undo: Meena Gowda/ });
    await expect(undo).toBeFocused();
    // The focus scrolls the page, and a button may then be half below the header.
    await page.evaluate(() => window.scrollTo(0, 0));
    await checkPage(page);
    await undo.press("Enter");
    await expect(call.getByRole("button", { name: /^Held/ })).toBeFocused();
    await call.getByRole("button", { name: /^Did not come/ }).click();
    await expect(undo).toBeVisible();
    const marks = () =>
      queryAt(
        server.databaseUrl,
        "select outcome from call_outcomes join slots on id = slot_id where user_id = $1 order by start_time",
        [student.id],
      );
    expect(await marks()).toEqual([{ outcome: "missed" }, { outcome: "missed" }]);
    await queryAt(server.databaseUrl, "update call_outcomes set marked_at = marked_at - interval '1 minute'");
    await page.reload();
    await expect(call).toContainText("Did not come");
    await expect(undo).toHaveCount(0);

    await page.getByRole("button", { name: /^Write what was agreed: Meena Gowda/ }).click();
    const dialog = page.getByRole("dialog", { name: "What was agreed" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Please write what was agreed.")).toBeVisible();
    await dialog.getByLabel("Agreed", { exact: true }).fill("Two colleges in Mysuru.");
    await dialog.getByLabel("Next step 1").fill("Upload the caste certificate");
    await dialog.getByLabel("Step 1 by").fill("2027-06-01");
    await page.reload();
    await page.getByRole("button", { name: /^Write what was agreed: Meena Gowda/ }).click();
    await expect(dialog.getByLabel("Next step 1")).toHaveValue("Upload the caste certificate");
    await expect(dialog.getByLabel("Next step 2")).toHaveValue("");
    await checkPage(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved. The student can read it.")).toBeVisible();
    const { data } = await student.tables.rpc("own_agreements");
    expect(data).toMatchObject([
      {
        agreed: "Two colleges in Mysuru.",
        steps: [{ step: "Upload the caste certificate", dueOn: "2027-06-01" }],
      },
      { agreed: "A college near home." },
    ]);
    await page.getByRole("button", { name: /^Change what was agreed: Meena Gowda/ }).click();
    await expect(dialog.getByLabel("Next step 1")).toHaveValue("Upload the caste certificate");
  });
});

test.describe("an agenda that cannot be loaded", () => {
  test.use({ allowConsole: /net::ERR_FAILED/ });

  test("an agenda that cannot be loaded can be loaded again, and one without calls or with too many says so @phone", async ({
    page,
    server,
    newStudent,
  }) => {
    const mentor = await newMentor(server, newStudent, "Dr. Bhat");
    await signIn(page, mentor);
    await page.route("**/rpc/list_bookings", (route) => route.abort());
    await page.goto("/agenda");
    await expect(page.getByRole("alert")).toContainText("The agenda could not be loaded.");
    await checkPage(page);
    await page.unroute("**/rpc/list_bookings");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("No calls.")).toBeVisible();
    await checkPage(page);

    await transactionAt(server.databaseUrl, async (client) => {
      await client.query("set local session_replication_role = replica");
      await client.query(
        `insert into public.slots (user_id, mentor_id, start_time, end_time)
         select $1, $1, start, start + interval '15 minutes'
         from generate_series(now() + interval '100 days', now() + interval '120 days', '15 minutes') as start`,
        [mentor.id],
      );
    });
    const day = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`/agenda?view=list&day=${day}`);
    await expect(page.getByText("These are the first 1,000 calls.")).toBeVisible();
  });
});

test("an admin sees mentors side by side, finds a booking and moves it; the longest day of a mentor prints on one page @desktop", async ({
  page,
  server,
  admin,
  newStudent,
}) => {
  await test.step("an admin sees mentors side by side, finds a booking, and moves it with the keyboard and by dragging", async () => {
    const [first, second] = [
      await newMentor(server, newStudent, "Dr. Achar"),
      await newMentor(server, newStudent, "Dr. Kamath"),
    ];
    const student = await newStudent({
      plan: ADVANCED,
      profile: { first_name: "Savitri", last_name: "Nayak" },
    });
    await insertCall(server, first, student, onDay(1, "10:30"));
    await signIn(page, admin);
    await page.goto("/agenda");
    await page.getByRole("button", { name: "Next day" }).click();
    const column = (name: string) =>
      page
        .locator("section")
        .filter({ has: page.getByRole("heading", { level: 3, name, exact: true }) })
        .last();
    await expect(column("Dr. Achar")).toContainText("Savitri Nayak");
    await expect(column("Dr. Kamath")).toContainText("No calls.");
    await checkPage(page);

    await column("Dr. Achar")
      .getByRole("button", { name: /^Other mentor: Savitri Nayak/ })
      .press("Enter");
    const dialog = page.getByRole("dialog", { name: "Move to another mentor" });
    await dialog.getByLabel("Mentor").selectOption({ label: "Dr. Kamath" });
    await checkPage(page);
    await dialog.getByRole("button", { name: "Move", exact: true }).press("Enter");
    await expect(page.getByText("Moved to Dr. Kamath.")).toBeVisible();
    await expect(column("Dr. Kamath")).toContainText("Savitri Nayak");
    await expect(column("Dr. Achar")).toContainText("No calls.");
    expect(
      await queryAt(server.databaseUrl, "select mentor_id from slots where user_id = $1", [student.id]),
    ).toEqual([{ mentor_id: second.id }]);

    const drag = () => column("Dr. Kamath").getByTitle("Drag to another mentor").dragTo(column("Dr. Achar"));
    await queryAt(
      server.databaseUrl,
      "insert into mentor_absences (mentor_id, starts_at, ends_at) values ($1, now(), now() + interval '3 days')",
      [first.id],
    );
    await drag();
    await expect(dialog.getByText("Dr. Achar is not free at this time.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Move", exact: true })).toBeDisabled();
    await page.keyboard.press("Escape");
    await queryAt(server.databaseUrl, "delete from mentor_absences where mentor_id = $1", [first.id]);
    await drag();
    await expect(dialog.getByLabel("Mentor")).toHaveValue(first.id);
    await dialog.getByRole("button", { name: "Move", exact: true }).click();
    await expect(page.getByText("Moved to Dr. Achar.")).toBeVisible();
    await expect(column("Dr. Achar")).toContainText("Savitri Nayak");

    await page.getByRole("tab", { name: "Week" }).click();
    await page.getByRole("button", { name: "Today" }).click();
    await page.getByRole("combobox", { name: "Mentor" }).selectOption({ label: "Dr. Achar" });
    await expect(
      page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: "Savitri Nayak" }),
    ).not.toHaveCount(0);
    await expect(page.getByText("No calls.")).toHaveCount(6);
    await checkPage(page);

    await page.getByRole("tab", { name: "List" }).click();
    await page.getByRole("combobox", { name: "Mentor" }).selectOption({ label: "All mentors" });
    await insertCall(server, second, student, onDay(-200, "10:30"));
    await page.getByLabel("Search").fill("nayak savitri");
    await expect(page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: "Nayak" })).toHaveCount(
      4,
    );
    await expect(page.getByRole("tabpanel").getByRole("link", { name: "Savitri Nayak" })).toHaveCount(2);
    await expect(page.getByRole("tabpanel").getByText("Not marked").first()).toBeVisible();
    await expect(page.getByRole("tabpanel")).toContainText("Savitri Nayak with Dr. Achar");
    await expect(page.getByRole("tabpanel")).toContainText("Savitri Nayak with Dr. Kamath");
    await checkPage(page);
    await page.getByLabel("Search").fill("nobody of this name");
    await expect(page.getByText("No calls found.")).toBeVisible();
    await checkPage(page);
    await page.reload();
    await expect(page.getByLabel("Search")).toHaveValue("nobody of this name");
  });

  await test.step("the longest day of a mentor prints on one page", async () => {
    const mentor = await newMentor(server, newStudent, "Dr. Shetty");
    const student = await newStudent({
      plan: ADVANCED,
      profile: { first_name: "Lakshminarayana".repeat(3) },
    });
    await transactionAt(server.databaseUrl, async (client) => {
      await client.query("set local session_replication_role = replica");
      await client.query(
        `insert into public.slots (user_id, mentor_id, start_time, end_time, topic)
       select $1, $2, start, start + interval '15 minutes', repeat('A long topic ', 38)
       from generate_series(10, 21) as hour, unnest(array[30, 45]) as minute,
         lateral (select ${onDay(1, "00:00")} + make_interval(hours => hour, mins => minute) as start)`,
        [student.id, mentor.id],
      );
    });
    await signIn(page, mentor);
    await page.goto("/agenda");
    await page.getByRole("button", { name: "Next day" }).click();
    await expect(page.getByRole("list", { name: "Calls" }).getByRole("listitem")).toHaveCount(24);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(25);
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  });
});
