import type { Page } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { operatorOf } from "./people.ts";
import { closeToast, toast } from "./toast.ts";

const submit = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test.describe("the profile", () => {
  test.use({ allowConsole: /status of 400|ERR_FAILED|Failed to fetch/ });

  test("a new student fills in all three fields and is sent to /pricing @phone", async ({
    page,
    newStudent,
    server,
  }) => {
    const student = await newStudent({ profile: false });
    await signIn(page, student);
    await page.goto("/complete-profile");

    await test.step("fields that are missing or look wrong are named", async () => {
      await expect(page.getByLabel("First Name")).toHaveAttribute("autocomplete", "given-name");
      await checkPage(page);
      await page.getByLabel("First Name").fill("Asha");
      await page.getByLabel("Last Name").fill("   ");
      await submit(page, "Save and continue").click();
      await expect(page.getByRole("alert").filter({ hasText: "All fields are required." })).toBeVisible();
      await expect(toast(page, "All fields are required.")).toBeVisible();
      await expect(page.getByLabel("Last Name")).toHaveAccessibleDescription("Please fill this in.");
      await checkPage(page);
      await page.getByLabel("Last Name").fill(" Gowda ");
      const phone = page.getByLabel("Phone Number");
      await phone.fill("12");
      await page.getByLabel("Last Name").focus();
      await expect(phone).toHaveAccessibleDescription("Is this right? Mentors call this number.");
      await checkPage(page);
      await phone.fill("98450 12345");
      await expect(phone).toHaveAccessibleDescription("");
    });

    await test.step("a failed save is reported and keeps what was typed", async () => {
      await page.route("**/rest/v1/profiles*", (route) => route.abort());
      await submit(page, "Save and continue").click();
      await expect(page.getByRole("alert").filter({ hasText: "Failed to complete profile." })).toBeVisible();
      await expect(toast(page, "Failed to complete profile.")).toBeVisible();
      await expect(page.getByLabel("First Name")).toHaveValue("Asha");
      await page.unroute("**/rest/v1/profiles*");
    });

    await submit(page, "Save and continue").click();
    await expect(toast(page, "Profile completed successfully!")).toBeVisible();
    await expect(page).toHaveURL("/pricing");
    const { data } = await operatorOf(server).from("profiles").select().eq("id", student.id).single();
    expect(data).toMatchObject({
      email: student.email,
      first_name: "Asha",
      last_name: "Gowda",
      phone: "98450 12345",
    });
    await page.goto("/complete-profile");
    await expect(page.getByLabel("First Name")).toHaveValue("Asha");

    await test.step("a student without a profile is sent to complete it", async () => {
      await signIn(page, await newStudent({ profile: false }));
      for (const address of ["/update-profile", "/pricing"]) {
        await page.goto(address);
        await expect(page).toHaveURL("/complete-profile");
      }
    });
  });

  test("a student saves the nine fields and is sent to /pricing, and changes their email address @phone", async ({
    page,
    newStudent,
    server,
  }) => {
    const student = await newStudent();
    await signIn(page, student);
    await page.goto("/update-profile");
    await expect(page.getByLabel("First Name")).toHaveValue("Asha");
    await expect(page.getByLabel("Pin Code")).toHaveAttribute("inputmode", "numeric");
    await checkPage(page);
    const typed = {
      "First Name": "Meera",
      "Last Name": "Nayak",
      "Phone Number": "99000 11111",
      "Address Line 1": "12, 3rd Cross",
      "Address Line 2": "Gandhi Nagar",
      City: "Ballari",
      State: "Karnataka",
      "Pin Code": "583103",
    };
    for (const [label, value] of Object.entries(typed)) {
      await page.getByLabel(new RegExp(`^${label}`)).fill(value);
    }
    await submit(page, "Update").click();
    await expect(toast(page, "Profile updated successfully.")).toBeVisible();
    await expect(page).toHaveURL("/pricing");
    const { data } = await operatorOf(server).from("profiles").select().eq("id", student.id).single();
    expect(data).toMatchObject({
      first_name: "Meera",
      last_name: "Nayak",
      email: student.email,
      phone: "99000 11111",
      address_line_1: "12, 3rd Cross",
      address_line_2: "Gandhi Nagar",
      city: "Ballari",
      state: "Karnataka",
      pin_code: "583103",
    });

    await closeToast(page, "Profile updated successfully.");
    await submit(page, "Toggle Sidebar").click();
    await page.getByRole("link", { name: "Update Profile" }).click();
    await test.step("another email address counts only when it is confirmed, and can be cancelled", async () => {
      const next = `moved-${student.email}`;
      await expect(page.getByLabel("Current Password")).toHaveCount(0);
      await page.getByLabel("Email").fill(next);
      await page.getByLabel("Current Password").fill("wrong password");
      await checkPage(page);
      await submit(page, "Update").click();
      await expect(page.getByLabel("Current Password")).toHaveAccessibleDescription(
        /Your current password is wrong\./,
      );
      await page.getByLabel("Current Password").fill(student.password);
      await submit(page, "Update").click();
      await expect(toast(page, "Profile updated successfully.")).toBeVisible();
      await expect(page.getByText(`${next} is not confirmed yet`)).toBeVisible();
      await expect(page.getByLabel("Email")).toHaveValue(student.email);
      const emailOf = async () =>
        (await operatorOf(server).from("profiles").select("email").eq("id", student.id).single()).data?.email;
      expect(await emailOf()).toBe(student.email);
      await checkPage(page);

      await page.reload();
      await expect(page.getByText(`${next} is not confirmed yet`)).toBeVisible();
      await page.getByRole("button", { name: "Send the mails again" }).click();
      await expect(toast(page, "The mails were sent again.")).toBeVisible();
      await page.getByRole("button", { name: "Cancel the change" }).click();
      await expect(page.getByText(`${next} is not confirmed yet`)).toHaveCount(0);
      await expect(toast(page, "Your address stays as it is.")).toBeVisible();
    });
  });

  test("a student changes the profile although requests fail, and leaves it with and without saving @desktop", async ({
    page,
    newStudent,
    server,
  }) => {
    const student = await newStudent();
    await signIn(page, student);
    await page.route("**/rest/v1/profiles*", (route) =>
      route.fulfill({ status: 400, json: { code: "XX000", message: "no", details: null, hint: null } }),
    );
    await page.goto("/update-profile");
    const open = (address: string) => page.locator(`a[href="${address}"]`).first().click();

    await test.step("a profile that cannot be loaded can be loaded again", async () => {
      await expect(submit(page, "Try again").first()).toBeVisible();
      await checkPage(page);
      await page.unroute("**/rest/v1/profiles*");
      await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
      await expect(page.getByLabel("First Name")).toHaveValue("Asha");
    });

    await test.step("a failed update is reported and keeps what was typed", async () => {
      await page.getByLabel(/^City/).fill("Ballari");
      await page.route("**/rest/v1/profiles*", (route) => route.abort());
      await submit(page, "Update").click();
      await expect(page.getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible();
      await expect(toast(page, "Something went wrong")).toBeVisible();
      await expect(page.getByLabel(/^City/)).toHaveValue("Ballari");
      await checkPage(page);
      await page.unroute("**/rest/v1/profiles*");
      await submit(page, "Update").click();
      await expect(toast(page, "Profile updated successfully.")).toBeVisible();
      await expect(page).toHaveURL("/pricing");
    });

    await test.step("a phone number and a PIN code that look mistyped raise a question, and can be kept", async () => {
      await open("/update-profile");
      const [phone, pin] = [page.getByLabel("Phone Number"), page.getByLabel(/^Pin Code/)];
      await phone.fill("abc");
      await pin.fill("12");
      await page.getByLabel("First Name").focus();
      await expect(phone).toHaveAccessibleDescription("Is this right? Mentors call this number.");
      await expect(pin).toHaveAccessibleDescription("Is this right? A PIN code has six digits.");
      await checkPage(page);
      await submit(page, "Update").click();
      await expect(page).toHaveURL("/pricing");
      const { data } = await operatorOf(server).from("profiles").select().eq("id", student.id).single();
      expect(data).toMatchObject({ phone: "abc", pin_code: "12" });
    });

    await test.step("Cancel returns to the previous page without a confirmation", async () => {
      await open("/notifications");
      await expect(page).toHaveURL("/notifications");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await open("/update-profile");
      await page.getByLabel("First Name").fill("Somebody");
      await submit(page, "Cancel").click();
      await expect(page).toHaveURL("/notifications");

      // A typed address is a full load.
      await page.goto("/update-profile");
      await page.getByLabel("First Name").fill("Somebody");
      await submit(page, "Cancel").click();
      await expect(page).toHaveURL("/notifications");
    });

    await test.step("leaving with unsaved changes asks for a confirmation", async () => {
      await open("/update-profile");
      await page.getByLabel("First Name").fill("Somebody");
      await open("/notifications");
      await expect(page.getByRole("alertdialog", { name: "Leave without saving?" })).toBeVisible();
      await checkPage(page);
      await submit(page, "Stay").click();
      await expect(page.getByLabel("First Name")).toHaveValue("Somebody");
      await open("/notifications");
      await submit(page, "Leave").click();
      await expect(page).toHaveURL("/notifications");
    });
  });
});
