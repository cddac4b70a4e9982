import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { pdfFile, store } from "./documents.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { newStudent, type Person } from "./people.ts";
import { currentRun } from "./servers.ts";

// What holds for every page, whoever looks at it and on whatever screen. What a page is for is tested with its feature.

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
const SIGNED_OUT = ["/auth", "/login", "/forgot-password"];
const IN_SHELL = [
  "/pricing",
  "/update-profile",
  "/reset-password",
  "/notifications",
  "/book-slot",
  "/documents",
  "/counselling",
  "/application-guide",
];
const SIGNED_IN = ["/complete-profile", ...IN_SHELL];
const ADMINS = ["/assign-plan", "/manage-plans", "/send-notifications", "/admin-documents", "/audit-log"];

/** The same page as another address has: seen there from all sides. */
const SAME_AS_ANOTHER = new Set(["/login", "/counselling"]);

const LOG_IN_FIRST = "Please log in to continue.";
const LOG_IN_FOR_PRICES = "Please login to view pricing.";

test("no page is left out here @desktop", () => {
  const file = path.resolve(import.meta.dirname, "../../build/app/pages.json");
  const built = (JSON.parse(readFileSync(file, "utf8")) as { path: string }[]).map((page) => page.path);
  expect(built.sort()).toEqual([...PUBLIC, ...SIGNED_OUT, ...SIGNED_IN, ...ADMINS, "/404", "/logout"].sort());
});

test.describe("a visitor", () => {
  for (const address of [...PUBLIC, ...SIGNED_OUT]) {
    test(`reads ${address} @desktop`, async ({ page }) => {
      await open(page, address);
      await checkWhole(page, address);
    });
  }

  test("is logged out already at /logout", async ({ page }) => {
    await open(page, "/logout");
    await expect(page.getByText("You have been successfully logged out.")).toBeVisible();
    await checkPage(page);
  });

  for (const address of [...SIGNED_IN, ...ADMINS]) {
    test(`is asked to sign in before ${address} @phone`, async ({ page }) => {
      await page.goto(address);
      await expect(page).toHaveURL("/auth");
      const text = address === "/pricing" ? LOG_IN_FOR_PRICES : LOG_IN_FIRST;
      await expect(page.getByText(text)).toHaveCount(1);
      await expect(page.getByText(text)).toBeVisible();
    });
  }

  for (const address of ["/book-slot?from=mail", "/pricing"]) {
    test(`is led back to ${address} after signing in`, async ({ page, newStudent }) => {
      const student = await newStudent();
      await page.goto(address);
      await page.getByLabel("Email").fill(student.email);
      await page.getByLabel("Password", { exact: true }).fill(student.password);
      await page.getByRole("tabpanel").getByRole("button", { name: "Login" }).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });
  }
});

test.describe("an address that is not there", () => {
  // Chromium says itself that a page was not found.
  test.use({ allowConsole: /status of 404/ });
  test("leads a visitor home", async ({ page }) => {
    await open(page, "/no/such/page");
    await checkPage(page);
    await page.getByRole("link", { name: "Go Back Home" }).click();
    await expect(page).toHaveURL("/");
  });
});

const students = {
  "a student without a plan @phone": {},
  "a student with a plan @desktop": { plan: { level: "ug", exam: "neet", name: "Advanced" } },
} as const;

for (const [who, options] of Object.entries(students)) {
  test.describe(who, () => {
    let student: Promise<Person> | undefined;
    test.beforeEach(async ({ page }) => {
      // Pages are only looked at, so one student does for all of them.
      student ??= newStudent(currentRun().plain, options);
      await signIn(page, await student);
    });

    for (const address of SIGNED_IN) {
      test(`sees ${address}`, async ({ page }) => {
        await open(page, address);
        await expect(page).toHaveURL(address);
        await checkWhole(page, address);
      });
    }

    for (const address of ["/auth", "/login"]) {
      test(`has no need of ${address}`, async ({ page }) => {
        await page.goto(address);
        await expect(page).toHaveURL("/pricing");
      });
    }

    for (const address of ADMINS) {
      test(`has no business at ${address}`, async ({ page }) => {
        await page.goto(address);
        await expect(page.getByText("You are not authorized to access this page")).toHaveCount(1);
        await expect(page).toHaveURL("/");
      });
    }
  });
}

test.describe("where letters are twice as large, nothing is wider than the phone @phone", () => {
  // A mobile viewport grows with what is too wide for it.
  test.use({ isMobile: false });
  for (const [who, addresses] of [
    ["a visitor", [...PUBLIC, ...SIGNED_OUT]],
    ["a student", [...SIGNED_IN, "/pricing?level=pg&exam=neet&pay=Basic"]],
    ["an admin", ADMINS],
  ] as const) {
    test(`for ${who}`, async ({ page, server, newStudent, admin }) => {
      if (who === "an admin") await signIn(page, admin);
      if (who === "a student") {
        const student = await newStudent({ plan: { level: "ug", exam: "neet", name: "Basic" } });
        await store(server, student, [pdfFile("marks card of the tenth standard.pdf")]);
        await signIn(page, student);
      }
      for (const address of addresses) {
        await open(page, address);
        await page.addStyleTag({ content: "html{font-size:200%}" });
        await expect.poll(() => widthSoon(page), address).toBe(360);
      }
    });
  }
});

/** Once the page has settled in its new size. */
function widthSoon(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    return document.documentElement.scrollWidth;
  });
}

async function checkWhole(page: Page, address: string): Promise<void> {
  if (SAME_AS_ANOTHER.has(address)) return;
  // Two thousand elements, and axe looks behind each of them.
  if (address === "/guides" || address === "/application-guide") test.slow();
  await checkPage(page);
}

/** The page with all that it fetches. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
}
