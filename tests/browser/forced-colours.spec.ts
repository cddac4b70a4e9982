import type { Locator } from "@playwright/test";
import { expect, signIn, test } from "./fixtures.ts";
import { BASIC, freeSlot, openDay } from "./slots.ts";

const backgroundOf = (locator: Locator) =>
  locator.evaluate((element) => getComputedStyle(element).backgroundColor);

test("in a high-contrast theme of the system, what is chosen has a background of its own @phone", async ({
  page,
  newStudent,
  freeDay,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, await newStudent({ plan: BASIC }));
  const day = await freeDay();
  await openDay(page, day);
  const chosen = freeSlot(page, day, "10:30 to 10:45 AM");
  await chosen.click();
  await expect(chosen).toHaveAttribute("aria-pressed", "true");
  const [first, second] = [page.getByRole("tab").first(), page.getByRole("tab").last()];
  expect(await backgroundOf(first)).not.toBe(await backgroundOf(second));
  expect(await backgroundOf(chosen)).not.toBe(await backgroundOf(freeSlot(page, day, "10:45 to 11:00 AM")));
  const today = page.getByRole("group", { name: "The next two weeks" }).locator("label").first();
  const background = await backgroundOf(today);
  await today.click();
  await expect(today.getByRole("radio")).toBeChecked();
  expect(await backgroundOf(today)).not.toBe(background);

  await page.goto("/notifications");
  const toggle = page.getByRole("switch").first();
  await expect(toggle).toBeChecked();
  const [track, thumb] = [
    page.locator("[role=switch] + span").first(),
    page.locator("[role=switch] + span + span").first(),
  ];
  expect(await backgroundOf(track)).not.toBe(await backgroundOf(thumb));
});
