import fc from "fast-check";
import { expect, test } from "vitest";
import { type MailContent, renderMail } from "./mail-template.ts";

const PLAIN: MailContent = { subject: "Seats", bodyText: "Round one is out." };
const around = { year: 2031, support: { email: "help@example.com", phone: "080 1234" } };

/** Every tag with its attributes; only what a link leads to is left out. */
const tagsOf = (html: string) =>
  (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/href="[^"]*"/, "href"));

const filledWith = (text: string) =>
  renderMail(
    {
      subject: text,
      bodyText: text,
      preheader: text,
      code: text,
      smallPrint: text,
      button: { label: text, url: `https://example.com/?q=${text}` },
      unsubscribeUrl: `https://example.com/?q=${text}`,
    },
    around,
  ).html;

test("no text can bring a tag or an attribute of its own", () => {
  const hostile = fc.string({
    unit: fc.constantFrom("<", ">", '"', "'", "&", "b", "/", "=", "-", "!", " "),
    minLength: 1,
  });
  fc.assert(
    fc.property(hostile, (text) => {
      expect(tagsOf(filledWith(text))).toEqual(tagsOf(filledWith("-")));
    }),
  );
});

test("line breaks are kept as breaks, whichever kind they are", () => {
  expect(renderMail({ ...PLAIN, bodyText: "one\ntwo\r\nthree\rfour" }, around).html).toContain(
    "one<br>\ntwo<br>\nthree<br>\nfour",
  );
});

test("the year, the support contacts and the preheader are there", () => {
  const { html, text } = renderMail({ ...PLAIN, preheader: "Look at your options." }, around);
  expect(html).toContain("&copy; 2031 Maarga");
  expect(html).toContain("write to help@example.com or call 080 1234");
  expect(html).toContain(">Look at your options.");
  expect(text).toContain("© 2031 Maarga");
  expect(text).toContain("write to help@example.com or call 080 1234");
});

test("without support contacts no question is invited", () => {
  const { html, text } = renderMail(PLAIN, { year: 2031 });
  expect(html + text).not.toContain("Questions");
});

test("the text part has the words, the link and the code, and no markup", () => {
  const url = "https://example.com/verify?token=abc&type=signup";
  const { html, text } = renderMail(
    { ...PLAIN, bodyText: "Tom & Jerry <3", button: { label: "Confirm", url }, code: "012345" },
    around,
  );
  expect(text).toContain("Tom & Jerry <3");
  expect(text).toContain(`Confirm:\n${url}\n`);
  expect(text).toContain("012345");
  expect(html).toContain(`href="https://example.com/verify?token=abc&amp;type=signup"`);
});

test("where such mails are turned off stands in both parts, and only in a mail to many", () => {
  const unsubscribeUrl = "https://example.com/off?token=a&b";
  const { html, text } = renderMail({ ...PLAIN, unsubscribeUrl }, around);
  expect(html).toMatch(/<a href="https:\/\/example.com\/off\?token=a&amp;b"[^>]*>Turn off these mails<\/a>/);
  expect(text).toContain(`Turn off these mails:\n${unsubscribeUrl}\n`);
  const plain = renderMail(PLAIN, around);
  expect(plain.html + plain.text).not.toContain("Turn off");
});

test.each(["javascript:alert(1)", "data:text/html,hello", "file:///etc/passwd"])(
  "a button does not open %s",
  (url) => {
    expect(() => renderMail({ ...PLAIN, button: { label: "Open", url } }, around)).toThrow(
      "web addresses only",
    );
  },
);

test("characters that no document may hold are left out", () => {
  expect(renderMail({ ...PLAIN, bodyText: "a\0b\u001bc" }, around).html).toContain(">abc</div>");
});
