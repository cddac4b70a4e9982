import type { Page } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { expect, signIn, startAfresh, test } from "./fixtures.ts";
import { expectAllSections, SECTIONS } from "./guide-sections.ts";

const LISTS = [
  "UG CET",
  "UG NEET, Karnataka’s seats",
  "MCC UG, at the college",
  "PG NEET, Karnataka’s seats",
  "PG CET (PGCET)",
];

test("the contents stay beside the text, the whole guide is there, and only the guide is printed @desktop", async ({
  page,
  newStudent,
}) => {
  await test.step("the contents stay beside the text and mark the current section", async () => {
    await page.goto("/guides");
    const contents = page.getByRole("navigation", { name: "Contents" });
    for (const [id, title] of SECTIONS) {
      await contents.getByRole("link", { name: title, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`#${id}$`));
      await expect(page.getByRole("heading", { level: 2, name: title })).toBeInViewport();
    }
    await contents.getByRole("link", { name: "Money", exact: true }).click();
    await expect(contents.getByRole("link", { name: "Money", exact: true })).toHaveAttribute(
      "aria-current",
      "location",
    );
    await page.getByRole("searchbox").fill("mop-up");
    await expect(contents.getByRole("link", { name: /^Money/ })).toHaveAttribute("data-count", /^\d+$/);
  });

  await test.step("a heading's own link is followed with the keyboard alone", async () => {
    await page.goto("/guides");
    const link = page.getByRole("link", { name: "Link to “The four choices”" });
    await link.focus();
    await expect(link).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#four-choices$/);
  });

  await test.step("the guide has all its sections, and says that the authority's notice prevails", async () => {
    // axe takes long on a page of this length.
    test.slow();
    await page.goto("/guides");
    await expect(page).toHaveTitle(/UG CET, UG NEET, PGCET and PG NEET/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The way from rank to seat");
    await expectAllSections(page);
    for (const list of LISTS)
      await expect(
        page.getByRole("heading", { level: 3, name: `Documents for ${list}`, exact: true }),
      ).toBeVisible();
    await expect(page.getByText("The authority’s notice prevails.")).toBeVisible();
    await expect(page.getByText("Nobody can promise you a seat.")).toBeVisible();
    await expect(
      page.getByText("Nobody should ask for your KEA password, your secret key or a one-time"),
    ).toBeVisible();
    await checkPage(page);
  });

  await test.step("only the guide is printed", async () => {
    await page.addInitScript(() => {
      window.print = () => {
        document.documentElement.dataset.printCount = String(
          Number(document.documentElement.dataset.printCount ?? 0) + 1,
        );
      };
    });
    for (const address of ["/guides", "/counselling"])
      await test.step(address, async () => {
        if (address !== "/guides") await signIn(page, await newStudent());
        await page.goto(address);
        await expect(
          page.getByRole("heading", { level: 1, name: "The way from rank to seat" }),
        ).toBeVisible();
        await page.emulateMedia({ media: "print" });
        await expectAllSections(page);
        await expect(page.getByRole("checkbox", { name: "Hall ticket" })).toBeVisible();
        for (const gone of [
          page.getByRole("searchbox"),
          page.getByRole("button"),
          page.getByRole("navigation"),
          page.getByRole("banner").filter({ hasNot: page.getByRole("heading") }),
          page.getByRole("contentinfo"),
        ])
          for (const each of await gone.all()) await expect(each).toBeHidden();

        await page.emulateMedia({ media: "screen" });
        await page.getByRole("button", { name: "Print this list" }).nth(2).click();
        await expect(page.locator("html")).toHaveAttribute("data-print-count", "1");
        await page.emulateMedia({ media: "print" });
        await expect(page.getByRole("checkbox", { name: "MCC allotment letter" })).toBeVisible();
        await expect(page.getByRole("checkbox", { name: "Hall ticket" })).toBeHidden();
        await expect(page.getByRole("heading", { level: 2 }).first()).toBeHidden();
        await page.evaluate(() => dispatchEvent(new Event("afterprint")));
        await expect(page.getByRole("checkbox", { name: "Hall ticket" })).toBeVisible();
        await page.emulateMedia({ media: "screen" });
      });
  });
});

test("the guide on a phone: a number names its source, the contents close, and the search finds and counts @phone", async ({
  page,
  newStudent,
}) => {
  await test.step("a number states its year and links to its source", async () => {
    await page.goto("/guides");
    const deposit = page.getByRole("link", { name: /₹10,000 2025 cycle/ });
    await deposit.click();
    await expect(page).toHaveURL(/#source-/);
    const source = page.locator(":target");
    await expect(source).toContainText("checked 20 Nov 2026");
    await expect(source).toBeInViewport();
    await expect(page.getByRole("link", { name: "₹700 2025 cycle to be confirmed" })).toHaveCount(1);
  });

  await test.step("no section is higher than the height that stands for it before it is laid out", async () => {
    const viewport = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 740 });
    const tooHigh = await page.locator(".guide-section").evaluateAll((sections) =>
      (sections as HTMLElement[]).flatMap((section) => {
        const height = Number.parseFloat(
          getComputedStyle(section).containIntrinsicHeight.replace("auto", ""),
        );
        section.style.contentVisibility = "visible";
        const needed = section.getBoundingClientRect().height;
        section.style.contentVisibility = "";
        return needed <= height
          ? []
          : `${section.ariaLabelledByElements?.[0]?.id}: ${needed} > ${height} pixels`;
      }),
    );
    expect(tooHigh).toEqual([]);
    if (viewport) await page.setViewportSize(viewport);
  });
  await test.step("the contents link to each section, and close on a phone", async () => {
    await page.goto("/guides");
    await page.waitForFunction(() => document.documentElement.dataset.ready === "");
    await page.getByText("Contents", { exact: true }).click();
    await page.getByRole("link", { name: "Dates of the last cycle", exact: true }).click();
    await expect(page).toHaveURL(/#dates$/);
    await expectJustBelowTheTop(page, "Dates of the last cycle");
    await expect(page.getByRole("navigation", { name: "Contents" })).toBeHidden();
  });

  await test.step("the search field keeps its width, and offers no next match when there is none", async () => {
    await page.goto("/guides");
    const field = page.getByRole("searchbox");
    const found = page.getByRole("search").getByRole("status");
    await expect(async () => {
      await field.fill("");
      await field.fill("nowhere at all");
      await expect(found).toHaveText("None found", { timeout: 3000 });
    }).toPass();
    const share = async () => ((await field.boundingBox())?.width ?? 0) / (page.viewportSize()?.width ?? 1);
    expect(await share()).toBeGreaterThanOrEqual(0.6);
    await expect(page.getByRole("button", { name: "Next match" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Previous match" })).toBeHidden();
    await field.fill("caution deposit");
    await expect(page.getByRole("button", { name: "Next match" })).toBeVisible();
    expect(await share()).toBeGreaterThanOrEqual(0.6);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
  });

  await test.step("the search finds and counts its matches", async () => {
    await expectToFind(page, "/guides");
    await signIn(page, await newStudent());
    for (const address of ["/counselling", "/application-guide"]) await expectToFind(page, address);
  });

  await test.step("ticked documents are remembered on the device", async () => {
    await startAfresh(page);
    await page.goto("/guides");
    await page.waitForFunction(() => document.documentElement.dataset.ready === "");
    await page.getByRole("checkbox", { name: "Hall ticket" }).check();
    await page.reload();
    await expect(page.getByRole("checkbox", { name: "Hall ticket" })).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "Aadhaar card with the same name" })).not.toBeChecked();
    await signIn(page, await newStudent());
    await page.goto("/counselling");
    await expect(page.getByRole("checkbox", { name: "Hall ticket" })).toBeVisible();
  });
});

test("a link to a section opens it below the header, and a logged-in student reads the same guide beside the sidebar @phone", async ({
  page,
  newStudent,
}) => {
  await test.step("a link to a section opens it below the header", async () => {
    await page.goto("/guides#four-choices");
    await expectJustBelowTheTop(page, "The four choices");
    await expectToStay(page, "The four choices");
    await signIn(page, await newStudent());
    await page.goto("/counselling#four-choices");
    await expectJustBelowTheTop(page, "The four choices");
    await expectToStay(page, "The four choices");
  });

  await test.step("a logged-in student reads the same guide beside the sidebar", async () => {
    for (const address of ["/counselling", "/application-guide"]) {
      await page.goto(address);
      await expectAllSections(page);
      await expect(page.getByRole("link", { name: "Contact us" })).toBeVisible();
    }
    // The guide's own text is checked above.
    await checkPage(page, { except: ".guide-section" });
  });
});

/** The heading is visible and not hidden under the sticky header. */
async function expectJustBelowTheTop(page: Page, title: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 2, name: title });
  await expect(async () => {
    const { y, isOnTop } = await heading.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      return { y: top, isOnTop: document.elementFromPoint(left + 5, top + height / 2) === element };
    });
    expect(isOnTop).toBe(true);
    expect(y).toBeLessThan(250);
  }).toPass();
}

/** The heading does not move when the sections above it are rendered. */
async function expectToStay(page: Page, title: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 2, name: title });
  const place = () => heading.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const before = await place();
  for (const section of await page.locator(".guide-section").all())
    await section.evaluate(async (element) => {
      element.scrollIntoView();
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    });
  expect(await place()).toBe(before);
}

async function expectToFind(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const field = page.getByRole("searchbox", { name: "Search in this guide" });
  const search = page.getByRole("search");
  await expect(page.getByRole("button", { name: "Next match" })).toBeHidden();
  // Tries until the page's script listens to the field.
  await expect(async () => {
    await field.fill("");
    await field.fill("caution deposit");
    await expect(search.getByRole("status")).toHaveText("2 found", { timeout: 3000 });
  }).toPass();
  await field.press("Enter");
  await expect(search.getByRole("status")).toHaveText("1 of 2");
  await expect(page.getByText("Students who came in new for Round 2")).toBeInViewport();
  await page.getByRole("button", { name: "Next match" }).click();
  await expect(search.getByRole("status")).toHaveText("2 of 2");
  await expect(page.getByText("A caution deposit of ₹10,000")).toBeInViewport();
  await page.getByRole("button", { name: "Previous match" }).click();
  await expect(search.getByRole("status")).toHaveText("1 of 2");
  expect(await page.evaluate(() => CSS.highlights.get("guide-found")?.size)).toBe(2);

  await field.fill("1200117");
  await expect(search.getByRole("status")).toHaveText(/^\d found$/);
  await field.fill("no such words");
  await expect(search.getByRole("status")).toHaveText("None found");
  await field.fill("");
  await expect(search.getByRole("status")).toHaveText("");
}
