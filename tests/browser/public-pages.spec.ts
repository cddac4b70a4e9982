import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures.ts";
import { LEGAL, openMenu, PUBLIC_PAGES } from "./public-pages.ts";

test("public pages have titles, descriptions, pictures, icons and a sitemap @desktop", async ({
  page,
  server,
}) => {
  await test.step("each public page has its own title, description, address and picture", async () => {
    const titles = new Set<string>();
    const descriptions = new Set<string>();
    for (const address of PUBLIC_PAGES) {
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page).toHaveTitle(/Maarga/);
        const read = async (selector: string, attribute: string) =>
          (await page.locator(`head ${selector}`).first().getAttribute(attribute)) ?? "";
        const [title, description] = [await page.title(), await read("meta[name=description]", "content")];
        expect(description).toMatch(/^.{20,160}$/);
        expect(await read("link[rel=canonical]", "href")).toBe(server.url + address);
        expect(await read('meta[property="og:url"]', "content")).toBe(server.url + address);
        expect(await read('meta[property="og:title"]', "content")).toBe(title);
        const picture = await fetch(await read('meta[property="og:image"]', "content"));
        expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
        await expect(page.locator("head meta[name=theme-color]")).toHaveCount(2);
        titles.add(title);
        descriptions.add(description);
      });
    }
    expect([titles.size, descriptions.size]).toEqual([PUBLIC_PAGES.length, PUBLIC_PAGES.length]);
  });

  await test.step("every icon and manifest that a page links to exists", async () => {
    await page.goto("/");
    const named = await page
      .locator("link[rel*=icon], link[rel=manifest]")
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
    const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json();
    for (const { src } of manifest.icons) named.push(server.url + src);
    expect(named).toHaveLength(7);
    for (const file of named) expect([file, (await fetch(file)).status]).toEqual([file, 200]);
  });

  await test.step("robots.txt names the sitemap, and every page on the sitemap exists", async () => {
    const robots = await (await fetch(`${server.url}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`);
    const map = await (await fetch(`${server.url}/sitemap.xml`)).text();
    const pages = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = ""]) => address);
    const shown = PUBLIC_PAGES.filter((address) => address !== "/coming-soon");
    expect(pages.sort()).toEqual([...shown, "/guides"].map((address) => server.url + address).sort());
    for (const address of pages) expect((await fetch(address)).status).toBe(200);
  });
});

test("the home page says what Maarga offers, and leads to the other public pages, the login and the app", async ({
  page,
  newStudent,
}) => {
  await test.step("the home page and its links", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Student Counselling & Guidance");
    await expect(page.getByText("NEET & CET Experts for PG & UG Students", { exact: true })).toBeVisible();
    for (const name of ["College Roadmaps", "Expert Counseling", "Timely Alerts"])
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await expect(page.getByRole("figure")).toHaveCount(1);
    await expect(page.getByRole("blockquote")).toBeVisible();

    const footer = await linksIn(page, "contentinfo");
    for (const link of [
      ["About", "/about"],
      ["Pricing", "/pricing"],
      ["Contact", "/contact"],
      ["Guides", "/guides"],
      ["Cut-offs", "/cutoffs"],
      ["Colleges", "/colleges"],
      ...LEGAL.map(([address, name]) => [name, address]),
    ])
      expect(footer).toContainEqual(link);

    await openMenu(page);
    const header = page.getByRole("banner");
    expect(await linksIn(page, "banner")).toEqual([
      ["Home", "/"],
      ["Cut-offs", "/cutoffs"],
      ["About Us", "/about"],
      ["Pricing", "/pricing"],
      ["Contact Us", "/contact"],
      ["Login", "/login"],
      ["Register", "/auth#register"],
    ]);
    await expect(header.getByRole("link", { name: "Home", exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await header.getByRole("link", { name: "About Us" }).click();
    await expect(page).toHaveURL(/\/about$/);
    await openMenu(page);
    await header.getByRole("link", { name: "Register" }).click();
    await expect(page.getByRole("tab", { name: "Register", selected: true })).toBeVisible();
  });

  await test.step("the menu stays on the screen with text at twice the size", async () => {
    await page.goto("/");
    await page.addStyleTag({ content: "html{font-size:200%}" });
    const menu = await page.getByText("Menu", { exact: true }).boundingBox();
    expect((menu?.x ?? 0) + (menu?.width ?? 999)).toBeLessThanOrEqual(360);
    await expect(page.getByRole("banner").getByRole("link", { name: "Maarga, home" })).toBeVisible();
  });

  await test.step("“Get Guidance” sends a visitor to the login", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Get Guidance" }).click();
    await expect(page).toHaveURL(/\/auth$/);
  });

  await test.step("the about page shows the four values and links to the contact page", async () => {
    await page.goto("/about");
    await expect(page.getByText("Our mission")).toBeVisible();
    for (const name of ["Clarity", "Support", "Integrity", "Local Expertise"])
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Contact Us" }).click();
    await expect(page).toHaveURL(/\/contact$/);
  });

  await test.step("the coming-soon page links home", async () => {
    await page.goto("/coming-soon");
    await expect(page.getByRole("heading", { name: "Coming Soon", exact: true })).toBeVisible();
    await expect(
      page.getByText("This page is under construction. Please check back soon!", { exact: true }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Go to Home", exact: true }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step("“Get Guidance” sends a logged-in student to /pricing", async () => {
    await signIn(page, await newStudent());
    await page.goto("/");
    await page.getByRole("link", { name: "Get Guidance" }).click();
    await expect(page).toHaveURL(/\/pricing$/);
  });
});

test("each legal page shows its date and its rules, and the logo links home", async ({ page }) => {
  for (const [address, title] of LEGAL) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expect(page.getByText("17 Jun 2025")).toBeVisible();
      await RULES[address]?.(page);
      await page.getByRole("banner").getByRole("link", { name: "Maarga, home" }).click();
      await expect(page).toHaveURL(/\/$/);
    });
  }
});

/** Checks the text of the legal pages that name a rule. */
const RULES: Record<string, (page: Page) => Promise<void>> = {
  "/cancellation-and-refund": (page) =>
    expect(page.getByText(/No cancellations and refunds are entertained/)).toBeVisible(),
  "/shipping-and-delivery": (page) =>
    expect(page.getByText(/Shipping is not applicable for business/)).toBeVisible(),
  "/privacy-policy": async (page) => {
    for (const text of [
      "Your name",
      "Contact details including your email address",
      "Demographics",
      "Survey information",
    ])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    for (const name of ["What we use it for", /^Cookies/, "Controlling your personal information"])
      await expect(page.getByRole("heading", { name })).toBeVisible();
    const mailbox = page.getByRole("main").locator("address");
    for (const text of ["Email:", "Phone:", "Postal address:"])
      await expect(mailbox.getByText(text)).toBeVisible();
  },
};

const NO_PRICES = "The prices depend on the level and the exam. You see them after you log in.";

test.describe("the prices on the home page", () => {
  test.use({ allowConsole: /ERR_FAILED/ });

  test("a visitor sees the prices on sale without a login, or where they are if they cannot be loaded", async ({
    page,
  }) => {
    await page.goto("/");
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "UG NEET" }) });
    await expect(card).toContainText(/Basic\s*₹2,200\s*Medium\s*₹5,200\s*Advanced\s*₹10,200/);
    await expect(page.getByText(NO_PRICES)).toBeHidden();
    await page.route("**/prices.json", (route) => route.abort());
    await page.reload();
    await expect(page.getByText(NO_PRICES)).toBeVisible();
    await expect(card).toBeHidden();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every public page can be read, and its links and menu work @phone", async ({ page }) => {
    for (const address of PUBLIC_PAGES) {
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("radio", { name: "Dark" })).toBeHidden();
      });
    }
    await page.goto("/");
    // Text queries ignore <noscript>.
    await expect(page.locator("noscript p")).toBeVisible();
    expect(await page.locator("noscript p").innerText()).toBe(NO_PRICES);
    await expect(page.getByText("UG NEET")).toBeHidden();

    await expect(page.getByRole("link", { name: "Get Guidance" })).toHaveAttribute("href", "/auth");
    await openMenu(page);
    await page.getByRole("banner").getByRole("link", { name: "About Us" }).click();
    await expect(page).toHaveURL(/\/about$/);
  });
});

/** Returns the names and addresses of the links in a landmark, without the logo. */
async function linksIn(page: Page, landmark: "banner" | "contentinfo"): Promise<[string, string][]> {
  const links = await page.getByRole(landmark).getByRole("link").all();
  const named = await Promise.all(
    links.map(
      async (link): Promise<[string, string]> => [
        await link.innerText(),
        (await link.getAttribute("href")) ?? "",
      ],
    ),
  );
  return named.filter(([name]) => name !== "Maarga");
}
