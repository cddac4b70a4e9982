import type { Request } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { elementsStyledForTap } from "./elements-styled-for-tap.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";
import { recordLayoutShifts } from "./layout-shifts.ts";

const plan = { level: "pg", exam: "neet", name: "Advanced" } as const;

test("the sidebar links to every student page and shows the student, with a Kannada name in full @desktop", async ({
  page,
  context,
  newStudent,
}) => {
  const first_name = "ಶ್ರೀಕೃಷ್ಣ";
  const student = await newStudent({ plan, profile: { first_name, last_name: "ಹೆಗ್ಡೆ" } });
  await signIn(page, student);
  await page.goto("/notifications");
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(links).toHaveText([
    "Plans & Pricing",
    "Application Guide",
    "Notifications",
    "Book Slot",
    "Your Options",
    "Your Documents",
    "Reset Password",
    "Update Profile",
    "Sign Out",
  ]);
  const sidebar = page.getByRole("complementary");
  await expect(sidebar).toContainText(student.email);
  await expect(sidebar).toContainText("Advanced (PG-NEET)");
  const lineHeight = await sidebar.getByText(first_name).evaluate((element) => {
    const { lineHeight, fontSize } = getComputedStyle(element);
    return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
  });
  expect(lineHeight).toBeGreaterThanOrEqual(1.6);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveText(/Home.*Notifications/);
  await checkPage(page);

  await test.step("Ctrl+B collapses the sidebar for seven days", async () => {
    await expect(sidebar.getByRole("link", { name: "Book Slot" })).toBeVisible();
    await expect(sidebar).toHaveCSS("width", "256px");
    await page.keyboard.press("Control+b");
    await expect(sidebar).toHaveCSS("width", "48px");
    const cookie = (await context.cookies()).find(({ name }) => name === "sidebar");
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    await page.reload();
    await expect(sidebar).toHaveCSS("width", "48px");
    await expect(sidebar.getByRole("link", { name: "Book Slot" })).toBeVisible();
    await checkPage(page);
    await page.getByRole("button", { name: "Toggle Sidebar" }).click();
    await expect(sidebar).toHaveCSS("width", "256px");
  });

  await test.step("the HTML of /documents and /book-slot asks for their lists before the scripts have come, and nobody asks again", async () => {
    for (const [address, shown, ...lists] of [
      ["/documents", "You can upload", "/storage/v1/object/list/user-documents"],
      ["/book-slot", "Book a 30 Minute Slot", "/rest/v1/slots", "/rest/v1/rpc/own_waiting_days"],
    ] as const) {
      const asked: string[] = [];
      const record = (request: Request) => asked.push(new URL(request.url()).pathname);
      page.on("request", record);
      const release = await holdRequests(page, "**/assets/*-page-*.js");
      await page.goto(address, { waitUntil: "commit" });
      await expect.poll(() => asked).toEqual(expect.arrayContaining(lists));
      release();
      await expect(page.getByText(shown)).toBeVisible();
      await page.unrouteAll({ behavior: "wait" });
      for (const once of [...lists, "/rest/v1/rpc/own_overview"])
        expect(asked.filter((path) => path === once)).toHaveLength(1);
      expect(asked.filter((path) => path === "/rest/v1/user_plans")).toEqual([]);
      page.off("request", record);
    }
  });

  await test.step("a student without a profile is a guest, and no student sees the admin links", async () => {
    await signIn(page, await newStudent({ profile: false }));
    await page.goto("/notifications");
    await expect(page.getByRole("complementary")).toContainText("Guest");
    for (const name of ["Assign Plan", "Manage Plans", "Send Notifications", "View Documents", "Audit Log"])
      await expect(page.getByRole("link", { name })).toHaveCount(0);
  });
});

test("on a phone the sidebar is a sheet that closes after a choice, and opens after a tap before the scripts have run @phone", async ({
  page,
  newStudent,
}) => {
  await signIn(page, await newStudent());
  await page.goto("/notifications");
  await page.getByRole("button", { name: "Toggle Sidebar" }).click();
  const sheet = page.getByRole("dialog", { name: "Menu" });
  await expect(sheet).toHaveCSS("width", "288px");
  await expect(sheet).toContainText("Asha");
  await checkPage(page);
  await sheet.getByRole("link", { name: "Book Slot" }).click();
  await page.waitForURL("**/book-slot");
  await expect(sheet).toBeHidden();

  await test.step("a tap changes the style of few elements before the menu is painted", async () => {
    const menuLinks = page.locator("dialog[inert] a");
    await expect(menuLinks.first()).toBeAttached();
    const styled = await elementsStyledForTap(page, page.getByRole("button", { name: "Toggle Sidebar" }));
    await expect(sheet).toBeVisible();
    expect(styled).toBeGreaterThan(0);
    expect(styled, "the page and the menu have hundreds").toBeLessThan(15);
  });

  await test.step("the menu that waits beside the screen never shows, also not when it is rendered", async () => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.addInitScript(() => {
      const record = () => {
        const right = document.querySelector("dialog[inert]")?.getBoundingClientRect().right;
        if (right !== undefined) rightEdges.push(right);
        requestAnimationFrame(record);
      };
      const rightEdges: number[] = [];
      Object.assign(window, { rightEdges });
      requestAnimationFrame(record);
    });
    await page.goto("/notifications");
    const readEdges = () => page.evaluate(() => (window as unknown as { rightEdges: number[] }).rightEdges);
    await expect.poll(async () => (await readEdges()).length).toBeGreaterThan(20);
    expect(Math.max(...(await readEdges()))).toBeLessThanOrEqual(0);
    await page.emulateMedia({ reducedMotion: null });
  });

  await test.step("a tap before the scripts have run", async () => {
    const release = await holdRequests(page, "**/assets/*.js");
    await page.goto("/notifications", { waitUntil: "domcontentloaded" });
    await page.getByRole("button", { name: "Toggle Sidebar" }).click();
    release();
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  });
});

test("the shell is in the HTML: painted before the scripts, for signed-in people only, and nothing moves later", async ({
  page,
  newStudent,
}) => {
  const student = await newStudent({ plan });
  const shifts = await recordLayoutShifts(page);
  // As if the service worker had the fonts: the font of this machine breaks lines differently.
  await page.addInitScript(() => {
    Object.defineProperty(navigator.serviceWorker, "controller", { value: { postMessage() {} } });
  });
  const release = await holdRequests(page, "**/assets/*.js");
  const title = page.getByRole("heading", { name: "Plans & Pricing" });
  await page.goto("/pricing", { waitUntil: "domcontentloaded" });
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
  await expect(title).toBeHidden();
  await signIn(page, student);
  await page.goto("/pricing", { waitUntil: "domcontentloaded" });
  await expect(title).toBeVisible();
  await expect(page.getByRole("button", { name: "Toggle Sidebar" })).toBeVisible();
  release();
  await expect(page.getByText("Already on Highest Plan")).toBeVisible();
  expect(await shifts()).toEqual([]);
});

test("a page is as wide while the access to it is checked as with its content @desktop", async ({
  page,
  admin,
}) => {
  await signIn(page, admin);
  const release = await holdRequests(page, "**/rpc/check_rights*");
  await page.goto("/payments");
  await expect(page.getByText("Checking admin access...")).toBeVisible();
  const widthOfMain = async () => (await page.getByRole("main").boundingBox())?.width;
  const width = await widthOfMain();
  release();
  await expect(page.getByRole("heading", { name: "Payments", level: 1 })).toBeVisible();
  expect(await widthOfMain()).toBe(width);
});

test("one request answers what every signed-in page asks, as long as the stored access token is valid @phone", async ({
  page,
  newStudent,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(rest|functions)\//.test(pathname)) asked.push(pathname);
  });
  const student = await newStudent({ plan });
  await signIn(page, student);
  await page.goto("/pricing");
  await expect(page.getByText("Already on Highest Plan")).toBeVisible();
  expect(asked).toEqual(["/rest/v1/rpc/own_overview"]);
  asked.length = 0;
  await signIn(page, { ...student, session: { ...student.session, expires_at: 1 } });
  await page.goto("/pricing");
  await expect(page.getByText("Already on Highest Plan")).toBeVisible();
  expect(asked).toContain("/rest/v1/user_plans");
  expect(asked).not.toContain("/rest/v1/rpc/own_overview");
});
