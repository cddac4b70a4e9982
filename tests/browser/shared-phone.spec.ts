import type { Page } from "@playwright/test";
import { queryAt } from "../world/sql.ts";
import { logIn, submit } from "./auth-forms.ts";
import { pdfFile, uploadFiles } from "./documents.ts";
import { download } from "./documents-page.ts";
import { expect, signIn } from "./fixtures.ts";
import { test } from "./front-server.ts";
import { draftsOf } from "./kept-drafts.ts";
import type { Person } from "./people.ts";
import { book, MEDIUM } from "./slots.ts";

/** Returns all that this device stores for this site, as text. */
const everythingOn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [
      document.cookie,
      ...[localStorage, sessionStorage].flatMap((storage) => Object.entries(storage).flat()),
    ];
    for (const { name = "" } of await indexedDB.databases()) texts.push(name);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(name, request.url, (await (await cache.match(request))?.text()) ?? "");
    }
    return texts.join("\n");
  });

test.describe("a phone that several students use @phone", () => {
  test.use({ allowConsole: /Failed to load resource|Failed to fetch|session has ended|status of 40|ERR_/ });

  test("keeps nothing of a student who logged out, or after whose session somebody else logged in", async ({
    page,
    context,
    front,
    server,
    newStudent,
    freeDay,
  }) => {
    const [first, second, other] = [
      await newStudent({ plan: MEDIUM }),
      await newStudent({ plan: MEDIUM }),
      await newStudent(),
    ];
    for (const student of [first, second]) {
      await book(student, await freeDay(), "10:30");
      await uploadFiles(server, student, [pdfFile("my-card.pdf")]);
    }
    const tracesOf = ({ id, email }: Person) => [id, email, "my-card", "Hampi", "10:45"];
    const leaveTraces = async (student: Person) => {
      await signIn(page, student);
      await page.goto("/documents");
      const keep = page.getByRole("switch", { name: "Keep on this phone" });
      await keep.click();
      await expect(keep).toBeChecked();
      await download(page, "my-card.pdf").click();
      await expect(page.getByText("On this phone", { exact: true })).toBeVisible();
      await page.goto("/book-slot");
      await page.getByLabel("Start Time").fill("10:45");
      await page.goto("/update-profile");
      await page.getByLabel(/^City/).fill("Hampi");
      await expect.poll(() => draftsOf(page)).toContain("Hampi");
      const last = () => page.evaluate(async () => Boolean(await caches.match("/complete-profile")));
      await expect.poll(last, { timeout: 60_000 }).toBe(true);
      const kept = await everythingOn(page);
      for (const trace of tracesOf(student)) expect(kept).toContain(trace);
    };
    const expectNoTraces = (student: Person, text: string) => {
      for (const trace of tracesOf(student)) expect(text).not.toContain(trace);
    };

    await leaveTraces(first);
    await page.goto("/logout");
    await submit(page, "Log out").click();
    await expect(page.getByText("You have been successfully logged out.")).toBeVisible();
    expectNoTraces(first, await everythingOn(page));

    await leaveTraces(second);
    await queryAt(server.databaseUrl, "delete from auth.sessions where user_id = $1", [second.id]);
    await page.goto("/notifications", { waitUntil: "commit" });
    await expect(page).toHaveURL("/auth");
    await logIn(page, other.email);
    await expect(page).toHaveURL("/notifications");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notifications");
    await page.goto("/book-slot");
    await expect.poll(() => everythingOn(page)).toContain(`${other.id}:slots`);
    expectNoTraces(second, await everythingOn(page));

    front.cut();
    await context.setOffline(true);
    for (const address of ["/documents", "/book-slot", "/update-profile"]) {
      await page.goto(address);
      await expect(page.getByRole("button", { name: "Try again" }).first()).toBeVisible();
      expectNoTraces(second, await page.content());
    }
  });

  test("ends a page whose student logged out in another tab, at once and when it is shown again", async ({
    page,
    newStudent,
  }) => {
    const student = await newStudent();
    await signIn(page, student);
    // The official client, which also detects this, is loaded later.
    await page.route("**/assets/auth-client-*", (route) => route.abort());
    await page.goto("/notifications");
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText("Notifications");
    const other = await page.context().newPage();
    await other.goto("/about");
    const logOut = (tab: Page) => tab.evaluate(() => localStorage.removeItem("maarga-session"));
    await logOut(other);
    await expect(page).toHaveURL("/auth");

    // A page in the back/forward cache gets no events.
    await signIn(page, student);
    await page.goto("/notifications");
    await expect(title).toHaveText("Notifications");
    await logOut(page);
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect(page).toHaveURL("/auth");
  });
});
