import { encode } from "uqr";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { withoutOverview } from "./held-requests.ts";

test("a student without a plan chooses level, exam and plan, and sees how to pay @phone", async ({
  page,
  context,
  newStudent,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const plans = page.getByRole("main").getByRole("list").first().locator(":scope > li");
  const student = await newStudent();
  await signIn(page, student);
  await page.goto("/pricing");

  await test.step("UG / NEET / Medium", async () => {
    await expect(page.getByText("Choose both to see the plans")).toBeVisible();
    await checkPage(page);

    await page.getByRole("radio", { name: /^UG/ }).check();
    await page.getByRole("radio", { name: /^NEET/ }).check();
    await expect(plans).toHaveCount(3);
    await expect(plans.nth(0)).toContainText("₹2,200");
    await expect(plans.nth(1)).toContainText("₹5,200");
    await expect(plans.nth(1)).toContainText("Recommended");
    await expect(plans.nth(1)).toContainText("Ends on Fri 31 Dec 2027");
    await expect(plans.nth(2)).toContainText("₹10,200");
    await expect(plans.nth(2)).toContainText("Mentor guidance");
    for (const [index, minutes] of [15, 30, 30].entries())
      await expect(plans.nth(index)).toContainText(`slots of ${minutes} minutes, up to 3 a day`);
    await checkPage(page);

    await page.getByRole("button", { name: "Choose Medium" }).click();
    await expect(page.getByRole("heading", { name: "Pay ₹5,200" })).toBeFocused();
    await expect(page.getByText("For UG / NEET / Medium. Ends on Fri 31 Dec 2027.")).toBeVisible();
    for (const [name, address] of [
      ["our terms", "/terms"],
      ["our refund policy", "/cancellation-and-refund"],
    ] as const)
      await expect(page.getByRole("link", { name })).toHaveAttribute("href", address);
    await expect(page.getByText("Payments may take some time to reflect")).toBeVisible();
    await expect(page.getByRole("link", { name: /Send the screenshot/ })).toBeVisible();
    const { data: orders } = await student.tables.from("current_orders").select("number");
    const reference = String(orders?.[0]?.number);
    await expect(page.getByText(reference).first()).toBeVisible();
    const proof = new URL(
      (await page.getByRole("link", { name: /Send the screenshot/ }).getAttribute("href")) ?? "",
    );
    expect(proof.host).toBe("wa.me");
    for (const part of [student.email, "9845000000", "UG / NEET / Medium", "₹5,200", reference])
      expect(proof.searchParams.get("text")).toContain(part);
    await checkPage(page);

    await page.reload();
    await expect(page.getByRole("heading", { name: "Pay ₹5,200" })).toBeVisible();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByRole("button", { name: "Choose Medium" })).toBeVisible();
  });

  await signIn(page, await newStudent());
  await page.goto("/pricing");

  await test.step("PG has no Medium plan, and Advanced is recommended", async () => {
    await page.getByRole("radio", { name: /^PG/ }).check();
    await page.getByRole("radio", { name: /^NEET/ }).check();
    await expect(plans).toHaveCount(2);
    await expect(plans.nth(0)).toContainText("₹10,500");
    await expect(plans.nth(0)).toContainText("Document verification");
    await expect(plans.nth(1)).toContainText("₹20,500");
    await expect(plans.nth(1)).toContainText("Recommended");
  });

  await test.step("a payment opens in a UPI app with payee, amount and reference, and the amount can be copied", async () => {
    await page.getByRole("button", { name: "Choose Advanced" }).click();
    const link = await page.getByRole("link", { name: "Pay in a UPI app" }).getAttribute("href");
    const params = new URLSearchParams(link?.replace("upi://pay?", ""));
    expect(link).toMatch(/^upi:\/\/pay\?/);
    expect(Object.fromEntries(params)).toMatchObject({
      am: "20500.00",
      cu: "INR",
      tn: `${params.get("tr")} PG NEET Advanced`,
    });
    expect(params.get("pa")).toContain("@");
    expect(params.get("pn")).not.toBe("");
    expect(params.get("tr")).toMatch(/^MRG[2-9A-Z]{5}$/);
    // A second phone reads the same link.
    const { data } = encode(link ?? "", { ecc: "M", border: 0 });
    const cells = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    await expect(page.getByRole("img", { name: /QR/ }).locator("path")).toHaveAttribute("d", cells.join(""));
    await page.getByRole("button", { name: "Copy amount" }).click();
    await expect(page.getByRole("button", { name: "Copy amount" })).toHaveText("Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("20500");
  });
});

test("a student with a plan sees it and pays the difference for an upgrade, unless it is the highest or has ended @desktop", async ({
  page,
  newStudent,
}) => {
  await signIn(page, await newStudent({ plan: { level: "ug", exam: "cet", name: "Basic" } }));
  await page.goto("/pricing");
  await expect(page.getByRole("heading", { name: "Your Plan" })).toBeVisible();
  const card = page.getByRole("main");
  for (const text of ["Basic", "UG", "CET", "₹2,000", "Ends on Fri 31 Dec 2027", "Document checklist"])
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  await checkPage(page);

  await page.getByRole("button", { name: "Upgrade Plan" }).click();
  await expect(page.getByRole("button", { name: /^Upgrade to / })).toHaveText([
    "Upgrade to Medium",
    "Upgrade to Advanced",
  ]);
  await checkPage(page);
  await page.getByRole("button", { name: "Cancel Upgrade" }).click();
  await expect(page.getByRole("heading", { name: "Your Plan" })).toBeVisible();

  await page.getByRole("button", { name: "Upgrade Plan" }).click();
  await page.getByRole("button", { name: "Upgrade to Advanced" }).click();
  await expect(page.getByRole("heading", { name: "Pay ₹8,000" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("button", { name: "Cancel Upgrade" })).toBeVisible();

  await test.step("a student with the highest plan cannot upgrade, and no address offers a smaller plan", async () => {
    await signIn(page, await newStudent({ plan: { level: "ug", exam: "cet", name: "Advanced" } }));
    await page.goto("/pricing?upgrade=yes&level=ug&exam=cet&pay=Basic");
    await expect(page.getByRole("button", { name: "Already on Highest Plan" })).toBeDisabled();
    await expect(page.getByText(/^Pay/)).toHaveCount(0);
  });

  await test.step("a student whose plan has ended sees the offers again", async () => {
    await signIn(
      page,
      await newStudent({ plan: { level: "ug", exam: "cet", name: "Basic" }, expired: true }),
    );
    await page.goto("/pricing");
    await expect(page.getByText("What are you applying for?")).toBeVisible();
  });
});

test.describe("a failed request", () => {
  test.use({ allowConsole: /status of 50\d|Failed to load resource/ });

  test("what cannot be loaded is reported and can be loaded again @phone", async ({ page, newStudent }) => {
    await signIn(page, await newStudent());
    await page.route("**/assets/paying-*", (route) => route.abort());
    await page.goto("/pricing?level=pg&exam=neet&pay=Advanced");

    await test.step("without the code for paying, the page says so, and shows how to pay as soon as the browser is online again", async () => {
      await expect(page.getByRole("alert")).toContainText("This could not be loaded.");
      await page.unroute("**/assets/paying-*");
      await page.evaluate(() => window.dispatchEvent(new Event("online")));
      await expect(page.getByRole("link", { name: "Pay in a UPI app" })).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
    });

    await signIn(page, await newStudent());
    await withoutOverview(page);
    await test.step("offers, of which the database leaves out the expired ones by its clock", async () => {
      await page.route("**/rest/v1/plans?*", (route) =>
        route.fulfill({ status: 500, json: { code: "XX000" } }),
      );
      const plansRequest = page.waitForRequest("**/rest/v1/plans?*");
      await page.goto("/pricing");
      expect(new URL((await plansRequest).url()).searchParams.get("expires_at")).toBe("gt.now");
      await expect(page.getByText("An unexpected error occurred.")).toBeVisible();
      await checkPage(page);
      await page.unroute("**/rest/v1/plans?*");
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByText("What are you applying for?")).toBeVisible();
    });

    await test.step("on a lost connection, a student with a profile is not sent to complete it", async () => {
      await page.route("**/rest/v1/profiles?*", (route) => route.abort());
      await page.goto("/pricing");
      await expect(page.getByText("An unexpected error occurred.")).toBeVisible();
      await page.unroute("**/rest/v1/profiles?*");
      const offers = page.getByText("What are you applying for?");
      // After a lost connection the page also tries again by itself, and may have the offers before the tap.
      await expect(async () => {
        if (!(await offers.isVisible()))
          await page.getByRole("button", { name: "Try again" }).click({ timeout: 1_000 });
        await expect(offers).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await expect(page).toHaveURL("/pricing");
    });

    await test.step("a profile that cannot be loaded is reported, and the student is sent to complete it", async () => {
      await page.route("**/rest/v1/profiles?*", (route) =>
        route.fulfill({ status: 500, json: { code: "XX000", message: "the disk is full" } }),
      );
      await page.goto("/pricing");
      await expect(page.getByText("Error fetching profile: the disk is full")).toBeVisible();
      await page.waitForURL("**/complete-profile");
    });
  });
});
