import { JPEG } from "../world/pictures.ts";
import { checkPage } from "./check-page.ts";
import { pdfFile } from "./documents.ts";
import { MB } from "./documents-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { mailsTo, mailTo } from "./mailbox.ts";
import { act, heading, newUtr, orderOf, press, utrField } from "./orders.ts";

test("a student pays, proves it with a screenshot, and after an admin has confirmed it reads the receipt from the mail @phone", async ({
  page,
  server,
  newStudent,
  admin,
}) => {
  test.slow();
  const student = await newStudent();
  await signIn(page, student);
  await page.clock.install();
  await page.goto("/pricing?level=ug&exam=cet&pay=Medium");
  const utr = newUtr();
  await press(page, "Paid? Enter the UTR");
  await expect(utrField(page)).toBeFocused();
  await utrField(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, `₹5,000 paid to Maarga\nUPI transaction ID\n${utr}\nGoogle transaction ID\nCICAgIDk1OqsYw`);
  await expect(utrField(page)).toHaveValue(utr.replace(/(\d{4})(?=\d)/g, "$1 "));

  const chooser = page.getByLabel("Add a screenshot");
  await chooser.setInputFiles([pdfFile("statement.pdf", 5.1 * MB)]);
  await expect(page.getByText("This file is too large (max 5 MB).")).toBeVisible();
  await chooser.setInputFiles([{ name: "Screenshot.jpg", mimeType: "image/jpeg", buffer: JPEG }]);
  await expect(page.getByText("Screenshot.jpg")).toBeVisible();
  await press(page, "Send");
  await expect(heading(page, "We are checking your payment")).toBeVisible();
  const sent = await orderOf(student);
  const { data: order } = await student.tables.rpc("own_order");
  expect(order).toMatchObject({ payment: { utr, has_proof: true } });

  await act(admin, "confirm_order", { order_id: sent.id, seen_step: sent.last_step });
  // The page asks again every minute.
  await page.clock.fastForward(61_000);
  await expect(heading(page, "Your payment is confirmed")).toBeVisible();
  await expect(heading(page, "Your Plan")).toBeVisible();
  await checkPage(page);

  await mailTo(server, student.email, 2);
  const mails = await mailsTo(server, student.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    `We are checking your payment for ${sent.number}`,
    "Your plan is active: UG / CET / Medium",
  ]);
  const receipt = mails[1]?.attachments[0];
  expect(receipt).toMatchObject({
    mimeType: "application/pdf",
    filename: expect.stringMatching(/^MRG-\d\d-\d\d-\d{5}\.pdf$/),
  });
  expect(
    Buffer.from(receipt?.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  const number = receipt?.filename?.replace(/^MRG-(.*)-(\d+)\.pdf$/, "MRG/$1/$2") ?? "";
  expect(mails[1]?.text).toContain(number);

  await page.goto("/account");
  const downloading = page.waitForEvent("download");
  await press(page, `Download receipt ${number}`);
  expect((await downloading).suggestedFilename()).toBe(receipt?.filename);

  await act(admin, "undo_confirmation", { order_id: sent.id, words: "another student's payment" });
  await page.reload();
  await expect(page.getByText("Cancelled: it is no longer valid")).toBeVisible();
  await expect(page.getByRole("button", { name: `Download receipt ${number}` })).toBeVisible();
});
