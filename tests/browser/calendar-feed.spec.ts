import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { ADVANCED, book, openHistory, press } from "./slots.ts";

test("a student makes the address of their calendar, renews it and turns it off @phone", async ({
  page,
  newStudent,
  freeDay,
}) => {
  const student = await newStudent({ plan: ADVANCED });
  await book(student, await freeDay(), "10:30");
  await signIn(page, student);
  await page.goto("/book-slot");
  await openHistory(page);
  await page.getByRole("link", { name: "Show all slots in your calendar app" }).click();
  const section = page.getByRole("region", { name: "Your slots in your calendar" });
  await section.getByRole("button", { name: "Make an address" }).press("Enter");
  const address = section.getByText(/\/calendar\/v1\/maarga\.ics\?token=/);
  await expect(section.getByRole("button", { name: "Copy address" })).toBeVisible();
  await checkPage(page);
  const first = (await address.textContent()) ?? "";
  expect(await (await page.request.get(first)).text()).toContain("SUMMARY:Maarga mentor slot");

  await page.reload();
  await expect(section).toContainText(/You made an address on .+ It is not shown again\./);
  await press(page, "Make a new address");
  await page.getByRole("alertdialog").getByRole("button", { name: "Make a new address" }).click();
  const second = (await address.textContent()) ?? "";
  expect((await page.request.get(first)).status()).toBe(404);
  expect((await page.request.get(second)).status()).toBe(200);

  await press(page, "Turn off");
  const question = page.getByRole("alertdialog", { name: "Turn the address off?" });
  await checkPage(page);
  await question.getByRole("button", { name: "Turn off" }).click();
  await expect(section.getByRole("button", { name: "Make an address" })).toBeVisible();
  expect((await page.request.get(second)).status()).toBe(404);
});
