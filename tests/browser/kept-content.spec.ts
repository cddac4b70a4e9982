import type { Page } from "@playwright/test";
import { queryAt } from "../world/sql.ts";
import { logIn, submit } from "./auth-forms.ts";
import { checkPage } from "./check-page.ts";
import { pdfFile, uploadFiles } from "./documents.ts";
import { download, remove } from "./documents-page.ts";
import { expect, signIn } from "./fixtures.ts";
import { test } from "./front-server.ts";
import { holdRequests } from "./held-requests.ts";
import type { Order } from "./orders.ts";
import type { Person } from "./people.ts";
import type { Server } from "./servers.ts";
import { book, MEDIUM } from "./slots.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const asOf = (page: Page) => page.getByText(/^As of \w{3} \d+ \w{3}, \d+:\d\d [AP]M$/);
/** All answers that this device keeps, as text. */
const keptOn = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith("maarga-kept:"))
      .flat()
      .join(" "),
  );

/** Opens the pages whose answers are kept, and waits until the worker has the app: it keeps this page last. */
async function openAll(page: Page): Promise<void> {
  await page.goto("/documents");
  await expect(download(page, "card.pdf")).toBeVisible();
  await page.goto("/book-slot");
  await expect(heading(page)).toHaveText("Book a 30 Minute Slot");
  await expect.poll(() => keptOn(page)).toMatch(/documents.*plan.*slots|(?=.*slots)(?=.*plan).*documents/);
  const last = () => page.evaluate(async () => Boolean(await caches.match("/complete-profile")));
  await expect.poll(last, { timeout: 60_000 }).toBe(true);
}

/** As if the page was opened a day later. */
async function expireToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("maarga-session") ?? "");
    localStorage.setItem("maarga-session", JSON.stringify({ ...session, expires_at: 1_600_000_000 }));
  });
}

/** Opens the list of documents, which the device then keeps. */
async function keepDocuments(page: Page, server: Server, student: Person): Promise<void> {
  await uploadFiles(server, student, [pdfFile("card.pdf")]);
  await signIn(page, student);
  await page.goto("/documents");
  await expect(download(page, "card.pdf")).toBeVisible();
  await expect.poll(() => keptOn(page)).toContain("card.pdf");
}

test.describe("without a network @phone", () => {
  test.use({ allowConsole: /Failed to load resource|Failed to fetch|AuthRetryableFetchError/ });

  test("a student with an old token sees slots, plan and documents as they were, and comes back", async ({
    page,
    context,
    front,
    server,
    newStudent,
    freeDay,
  }) => {
    const student = await newStudent({ plan: MEDIUM });
    await book(student, await freeDay(), "10:30");
    const topic = "update public.slots set topic = 'My rank is low.' where user_id = $1";
    await queryAt(server.databaseUrl, topic, [student.id]);
    await uploadFiles(server, student, [pdfFile("card.pdf")]);
    const plan = { level: MEDIUM.level, exam: MEDIUM.exam, name: "Advanced" };
    const order = await student.tables.rpc("make_order", plan).single<Order>();
    expect(order.error).toBeNull();
    await signIn(page, student);
    await page.goto("/pricing");
    const status = page.getByRole("heading", { name: "Your order waits for the payment" });
    await expect(status).toBeVisible();
    await openAll(page);
    expect(await keptOn(page)).not.toContain("rank");
    await expireToken(page);
    front.cut();
    await context.setOffline(true);

    await page.goto("/book-slot");
    await expect(asOf(page)).toBeVisible();
    const slots = page.getByRole("list", { name: "Your next slots" });
    await expect(slots.getByRole("listitem")).toHaveCount(1);
    await expect(slots).toContainText("10:30 AM");
    await expect(slots.getByRole("button", { name: /^(Edit|Delete|Say|Change)/ })).toHaveCount(0);
    await expect(page.getByText("Booking, moving or deleting a slot needs a connection.")).toBeVisible();
    await expect(heading(page)).toHaveText("Book a 30 Minute Slot");
    await checkPage(page);

    await page.goto("/pricing");
    await expect(asOf(page)).toBeVisible();
    await expect(page.getByText("Medium", { exact: true })).toBeVisible();
    await expect(status).toBeVisible();
    await expect(page.getByText(order.data?.number ?? "")).toBeVisible();
    await expect(page.getByRole("main").getByRole("button")).toHaveText(["Try again"]);
    await checkPage(page);

    await page.goto("/documents");
    await expect(asOf(page)).toBeVisible();
    await expect(page.getByText("card.pdf")).toBeVisible();
    for (const action of [download, remove]) await expect(action(page, "card.pdf")).toHaveCount(0);
    await expect(page.getByText("Uploading or deleting a document needs a connection.")).toBeVisible();
    await checkPage(page);
    await page.goto("/about");
    await expect(page.getByText("your next slots, your plan and the list of your documents")).toBeVisible();
    await page.goto("/documents");
    // The client alone would try to refresh the token for half a minute before the page says that it failed.
    const tryAgain = page.getByRole("button", { name: "Try again" });
    await tryAgain.click();
    await expect(tryAgain).toHaveAttribute("aria-busy");
    await expect(tryAgain).not.toHaveAttribute("aria-busy");
    await expect(asOf(page)).toBeVisible();

    front.restore();
    await context.setOffline(false);
    await expect(remove(page, "card.pdf")).toBeVisible();
    await expect(asOf(page)).toHaveCount(0);
    await page.goto("/book-slot");
    await expect(page.getByLabel("Date")).toBeVisible();
    await expect(asOf(page)).toHaveCount(0);
  });

  test("a line that does not answer shows what is kept, a fault of the server does not, and an old token is refreshed later", async ({
    page,
    newStudent,
    server,
  }) => {
    await test.step("a line that does not answer shows what is kept, and a fault of the server does not", async () => {
      await keepDocuments(page, server, await newStudent({ plan: MEDIUM }));
      const list = "**/storage/v1/object/list/**";
      const release = await holdRequests(page, list);
      await page.reload();
      await expect(asOf(page)).toBeVisible();
      release();
      await expect(asOf(page)).toHaveCount(0);
      await expect(download(page, "card.pdf")).toBeVisible();
      await page.unroute(list);
      const fault = { status: 500, json: { message: "The disk is full." } };
      await page.route(list, (route) => route.fulfill(fault));
      await page.reload();
      await expect(page.getByText("The disk is full.")).toBeVisible();
      await expect(asOf(page)).toHaveCount(0);
    });

    await test.step("a request whose token cannot be refreshed is not sent as a visitor's, and the token is refreshed once the browser is online", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await keepDocuments(page, server, await newStudent({ plan: MEDIUM }));
      await expireToken(page);
      const refresh = "**/auth/v1/token?grant_type=refresh_token";
      await page.route(refresh, (route) => route.abort());
      await page.clock.install();
      await page.reload();
      // The client tries for half a minute, and then not at all for a minute.
      await expect(async () => {
        await page.clock.runFor(10_000);
        await expect(page.getByRole("button", { name: "Try again" })).toBeEnabled({ timeout: 200 });
      }).toPass();
      await expect(asOf(page)).toBeVisible();
      await expect(page.getByText("card.pdf")).toBeVisible();
      await page.unroute(refresh);
      await page.evaluate(() => {
        for (const type of ["offline", "online"]) window.dispatchEvent(new Event(type));
      });
      await expect(download(page, "card.pdf")).toBeVisible();
      await expect(asOf(page)).toHaveCount(0);
    });
  });
});

test.describe("what is kept @phone", () => {
  test.use({ allowConsole: /status of 40[013]|session has ended|Failed to fetch|ERR_/ });

  test("goes with a logout, an ended session and another account, and never holds the password", async ({
    page,
    newStudent,
    server,
    freeDay,
  }) => {
    const [student, other] = [await newStudent({ plan: MEDIUM }), await newStudent()];
    await book(student, await freeDay(), "10:30");
    await signIn(page, student);
    const open = async () => {
      await page.goto("/book-slot");
      await expect.poll(() => keptOn(page)).toMatch(/:slots .*"start"/);
    };
    await open();
    await page.goto("/logout");
    // Even if the server cannot be reached.
    await page.route("**/auth/v1/logout**", (route) => route.abort());
    await submit(page, "Log out").click();
    await expect(page.getByText("Something went wrong during logout.")).toBeVisible();
    expect(await keptOn(page)).toBe("");

    await signIn(page, student);
    await open();
    await queryAt(server.databaseUrl, "delete from auth.sessions where user_id = $1", [student.id]);
    await page.goto("/notifications", { waitUntil: "commit" });
    await expect(page).toHaveURL("/auth");
    expect(await keptOn(page)).toBe("");

    await page.evaluate(
      ([key, text]) => localStorage.setItem(key as string, text as string),
      [`maarga-kept:${student.id}:plan`, JSON.stringify({ version: 1, keptAt: Date.now(), data: null })],
    );
    await logIn(page, other.email);
    await expect(page).toHaveURL("/notifications");
    await expect(page.getByRole("switch").first()).toBeVisible();
    expect(await keptOn(page)).not.toContain(student.id);
  });
});
