import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page, Response } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { pdfFile, uploadFiles } from "./documents.ts";
import { expect, signIn, test } from "./fixtures.ts";

// Checks what holds for every page, for each role and screen. The purpose of a page is tested with its feature.

const PUBLIC = [
  "/",
  "/about",
  "/contact",
  "/guides",
  "/terms",
  "/cancellation-and-refund",
  "/shipping-and-delivery",
  "/privacy-policy",
  "/coming-soon",
];
/** The server writes these from the closing ranks, in a page that has no address of its own. */
const WRITTEN_BY_THE_SERVER = ["/colleges", "/cutoffs"];
const SHELL_OF_THESE = "/public-page";
const SIGNED_OUT = ["/auth", "/login", "/forgot-password"];
const IN_SHELL = [
  "/pricing",
  "/update-profile",
  "/account",
  "/two-step",
  "/passkeys",
  "/reset-password",
  "/notifications",
  "/book-slot",
  "/documents",
  "/options",
  "/join",
  "/counselling",
  "/application-guide",
];
const SIGNED_IN = ["/complete-profile", ...IN_SHELL];
const ADMINS = [
  "/agenda",
  "/agenda/options",
  "/agenda/season",
  "/assign-plan",
  "/today",
  "/students",
  "/students/student",
  "/payments",
  "/manage-plans",
  "/send-notifications",
  "/admin-documents",
  "/mentors",
  "/cutoffs/manage",
  "/team",
  "/payments/statements",
  "/payments/report",
  "/audit-log",
  "/security-events",
];
const MENTORS = ["/availability"];

/** A page between the login and the app, which two-step.spec.ts checks. */
const BETWEEN = ["/second-step"];

/** Pages that checkPage sees under another address or in guides.spec.ts. */
const CHECKED_ELSEWHERE = new Set(["/login", "/guides", "/counselling", "/application-guide"]);

const LOG_IN_FIRST = "Please log in to continue.";
const LOG_IN_FOR_PRICES = "Please login to view pricing.";

test("this file lists every page @desktop", () => {
  const file = path.resolve(import.meta.dirname, "../../build/app/pages.json");
  const built = (JSON.parse(readFileSync(file, "utf8")) as { path: string }[]).map((page) => page.path);
  expect(built.sort()).toEqual(
    [
      ...PUBLIC,
      ...SIGNED_OUT,
      ...SIGNED_IN,
      ...ADMINS,
      ...MENTORS,
      ...BETWEEN,
      "/404",
      "/logout",
      SHELL_OF_THESE,
    ].sort(),
  );
});

test.describe("a visitor", () => {
  test("a visitor can open every public page, and is already logged out at /logout @desktop", async ({
    page,
    isMobile,
  }) => {
    test.slow();
    for (const address of [...PUBLIC, ...WRITTEN_BY_THE_SERVER, ...SIGNED_OUT]) {
      await test.step(address, async () => {
        await open(page, address);
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        await checkWhole(page, address);
        if (!isMobile) await checkTextAtTwiceTheSize(page);
      });
    }
    await test.step("/logout", async () => {
      await open(page, "/logout");
      await expect(page.getByText("You have been successfully logged out.")).toBeVisible();
      await checkPage(page);
    });
  });

  test("a visitor is asked to log in before every other page @phone", async ({ page }) => {
    for (const address of [...SIGNED_IN, ...ADMINS, ...MENTORS, ...BETWEEN]) {
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page).toHaveURL("/auth");
        const text = address === "/pricing" ? LOG_IN_FOR_PRICES : LOG_IN_FIRST;
        await expect(page.getByText(text)).toHaveCount(1);
        await expect(page.getByText(text)).toBeVisible();
      });
    }
  });
});

test.describe("an unknown address", () => {
  // Chromium reports a 404 as a console error.
  test.use({ allowConsole: /status of 404/ });
  test("an unknown address gets the status 404 and a page that links home @phone", async ({ page }) => {
    const response = await open(page, "/no/such/page");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "404 Page Not Found", exact: true })).toBeVisible();
    await checkPage(page);
    await page.getByRole("link", { name: "Go Back Home" }).click();
    await expect(page).toHaveURL("/");
  });
});

for (const who of ["a student without a plan @phone", "a student with a plan @desktop"]) {
  test(`${who} can open every student page, and is sent from the login to /pricing`, async ({
    page,
    server,
    newStudent,
    isMobile,
  }) => {
    test.slow();
    const student = await newStudent(
      isMobile ? {} : { plan: { level: "ug", exam: "neet", name: "Advanced" } },
    );
    if (!isMobile) await uploadFiles(server, student, [pdfFile("marks card of the tenth standard.pdf")]);
    await signIn(page, student);
    for (const address of [...SIGNED_IN, "/pricing?level=pg&exam=neet&pay=Basic"]) {
      await test.step(address, async () => {
        await open(page, address);
        await expect(page).toHaveURL(address);
        await checkWhole(page, address);
        if (!isMobile) await checkTextAtTwiceTheSize(page);
      });
    }
    for (const address of ["/auth", "/login", ...BETWEEN]) {
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page).toHaveURL("/pricing");
      });
    }
  });
}

test("on every page of an admin, text at twice the size fits a phone @desktop", async ({ page, admin }) => {
  await signIn(page, admin);
  for (const address of ADMINS) {
    await test.step(address, async () => {
      await open(page, address);
      await checkTextAtTwiceTheSize(page);
    });
  }
});

/** Checks a phone's width in the desktop project, because a mobile viewport grows with content that is too wide. */
async function checkTextAtTwiceTheSize(page: Page): Promise<void> {
  const desktop = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const style = await page.addStyleTag({ content: "html{font-size:200%}" });
  await expect.poll(() => settledWidth(page)).toBe(360);
  await style.evaluate((element) => (element as HTMLStyleElement).remove());
  if (desktop) await page.setViewportSize(desktop);
}

/** Returns the width of the page once its layout has settled. */
function settledWidth(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    return document.documentElement.scrollWidth;
  });
}

async function checkWhole(page: Page, address: string): Promise<void> {
  if (!CHECKED_ELSEWHERE.has(address)) await checkPage(page);
}

/** Opens a page and waits for everything that it fetches. */
async function open(page: Page, address: string): Promise<Response | null> {
  let pending = 0;
  let changedAt = performance.now();
  const count = (change: number) => () => {
    pending += change;
    changedAt = performance.now();
  };
  const [begun, ended] = [count(1), count(-1)];
  page.on("request", begun).on("requestfinished", ended).on("requestfailed", ended);
  const response = await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // Waiting for "networkidle" would take half a second on each page.
  await expect
    .poll(() => pending <= 0 && performance.now() - changedAt > 100, { intervals: [50] })
    .toBe(true);
  page.off("request", begun).off("requestfinished", ended).off("requestfailed", ended);
  return response;
}
