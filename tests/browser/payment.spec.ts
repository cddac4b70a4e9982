import { queryAt } from "../world/sql.ts";
import { useBadLine } from "./bad-line.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { act, heading, newUtr, ORDER_NUMBER, orderOf, press, prove, utrField } from "./orders.ts";
import { BANK, UPI } from "./servers.ts";

test("a student chooses a plan, sees three ways to pay, and says that they have paid, with the keyboard alone @desktop", async ({
  page,
  newStudent,
}) => {
  test.slow();
  const student = await newStudent();
  await signIn(page, student);
  await page.goto("/pricing?level=ug&exam=neet");
  await page.getByRole("button", { name: "Choose Medium" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Pay ₹5,200" })).toBeFocused();
  for (const way of ["On your phone", "Typed into any app", "From a second phone"])
    await expect(heading(page, way)).toBeVisible();
  await expect(page.getByText(`It must be ${UPI.name}.`)).toBeVisible();
  await expect(page.getByText("often refused above ₹2,000")).toBeVisible();
  for (const value of [UPI.id, BANK.account, BANK.ifsc, BANK.name])
    await expect(page.getByText(value, { exact: true })).toBeVisible();
  const order = await orderOf(student);
  expect(order).toMatchObject({ number: expect.stringMatching(ORDER_NUMBER), state: "made" });
  await expect(page.getByText(order.number).first()).toBeVisible();

  await utrField(page).focus();
  await page.keyboard.type("6330 1234");
  await page.keyboard.press("Enter");
  await expect(page.getByText("A UTR has 12 digits; this has 8.")).toBeVisible();
  await expect(utrField(page)).toBeFocused();
  await checkPage(page);

  const utr = newUtr();
  await utrField(page).fill("");
  await page.keyboard.type(utr);
  await page.keyboard.press("Enter");
  await expect(heading(page, "We are checking your payment")).toBeFocused();
  await expect(page.getByText(`We are looking for the UTR ${utr}`)).toBeVisible();
  await expect(page.getByText(`${order.number}: UG / NEET / Medium, ₹5,200.`)).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await checkPage(page);
  await page.reload();
  await expect(heading(page, "We are checking your payment")).toBeVisible();
  expect(await orderOf(student)).toMatchObject({ id: order.id, state: "proof sent" });
});

test.describe("on a bad line", () => {
  test.use({ allowConsole: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

  test("nothing that was typed is lost, and a UTR that is sent again counts once @phone", async ({
    page,
    server,
    newStudent,
  }) => {
    test.slow();
    const student = await newStudent();
    await signIn(page, student);
    const line = await useBadLine(page);
    await page.goto("/pricing?level=ug&exam=cet");
    await expect(page.getByRole("button", { name: "Choose Basic" })).toBeVisible();
    await line.cutAt({ method: "POST", url: /rpc\/make_order/, lost: "answer" });
    await press(page, "Choose Basic");
    await expect(page.getByRole("alert")).toContainText("We could not reach Maarga");
    await line.restore();
    // The page asks again by itself.
    const utr = newUtr();
    await utrField(page).fill(utr);
    await page.reload();
    await expect(utrField(page)).toHaveValue(utr);
    await line.cutAt({ method: "POST", url: /rpc\/send_proof/, lost: "answer" });
    await press(page, "Send");
    await expect(page.getByRole("alert")).toContainText("Your UTR was not sent.");
    await line.restore();
    await press(page, "Try again");
    await expect(heading(page, "We are checking your payment")).toBeVisible();
    await orderOf(student);
    const rows = await queryAt(server.databaseUrl, "select state from payments where utr = $1", [utr]);
    expect(rows).toEqual([{ state: "claimed" }]);
  });
});

test.describe("a refusal", () => {
  // Chromium reports it as a console error.
  test.use({ allowConsole: /status of 400/ });

  test("a rejected payment says why and can be sent again, an order that has expired opens again, and a used UTR is refused @desktop", async ({
    page,
    server,
    newStudent,
    admin,
  }) => {
    test.slow();
    const other = newUtr();
    await prove(await newStudent(), other);
    const student = await newStudent();
    const order = await prove(student, newUtr());
    await act(admin, "reject_order", {
      order_id: order.id,
      reason: "wrong utr",
      words: "The last digit is missing.",
      seen_step: order.last_step,
    });
    await signIn(page, student);
    await page.goto("/pricing");
    await expect(heading(page, "We could not confirm your payment")).toBeVisible();
    await expect(page.getByText("The last digit is missing.")).toBeVisible();
    await checkPage(page);

    const letExpire = () =>
      queryAt(server.databaseUrl, "update orders set valid_until = now() where id = $1", [order.id]);
    await letExpire();
    await page.reload();
    await expect(heading(page, "Your order has expired")).toBeVisible();
    await press(page, "Open it again");
    await expect(page.getByRole("heading", { name: "Pay ₹5,000" })).toBeFocused();
    await utrField(page).fill(other);
    await letExpire();
    await press(page, "Send");
    await press(page, "Open it again");
    await expect(utrField(page)).toHaveValue(other);

    await utrField(page).fill(other);
    await press(page, "Send");
    await expect(utrField(page)).toHaveAccessibleDescription(/This UTR has already been used/);
    await utrField(page).fill(newUtr());
    await press(page, "Send");
    await expect(heading(page, "We are checking your payment")).toBeFocused();
  });
});
