import fc from "fast-check";
import { expect, test } from "vitest";
import { type MailContent, renderMail } from "./mail-template.ts";

const PLAIN: MailContent = { subject: "Seats", bodyText: "Round one is out." };
const footer = { year: 2031, support: { email: "help@example.com", phone: "080 1234" } };

/** Every tag with its attributes, except the addresses of links. */
const tagsOf = (html: string) =>
  (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/href="[^"]*"/, "href"));

const renderEverywhere = (text: string) =>
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
    footer,
  ).html;

test("no text can add a tag or an attribute", () => {
  const hostile = fc.string({
    unit: fc.constantFrom("<", ">", '"', "'", "&", "b", "/", "=", "-", "!", " "),
    minLength: 1,
  });
  fc.assert(
    fc.property(hostile, (text) => {
      expect(tagsOf(renderEverywhere(text))).toEqual(tagsOf(renderEverywhere("-")));
    }),
  );
});

test("line breaks of every kind are kept", () => {
  expect(renderMail({ ...PLAIN, bodyText: "one\ntwo\r\nthree\rfour" }, footer).html).toContain(
    "one<br>\ntwo<br>\nthree<br>\nfour",
  );
});

test("a mail has the year, the support contacts and the preheader", () => {
  const { html, text } = renderMail({ ...PLAIN, preheader: "Look at your options." }, footer);
  expect(html).toContain("&copy; 2031 Maarga");
  expect(html).toContain("write to help@example.com or call 080 1234");
  expect(html).toContain(">Look at your options.");
  expect(text).toContain("© 2031 Maarga");
  expect(text).toContain("write to help@example.com or call 080 1234");
});

test("without support contacts the mail does not invite questions", () => {
  const { html, text } = renderMail(PLAIN, { year: 2031 });
  expect(html + text).not.toContain("Questions");
});

test("the plain text has the body, the link and the code, and no markup", () => {
  const url = "https://example.com/verify?token=abc&type=signup";
  const { html, text } = renderMail(
    { ...PLAIN, bodyText: "Tom & Jerry <3", button: { label: "Confirm", url }, code: "012345" },
    footer,
  );
  expect(text).toContain("Tom & Jerry <3");
  expect(text).toContain(`Confirm:\n${url}\n`);
  expect(text).toContain("012345");
  expect(html).toContain(`href="https://example.com/verify?token=abc&amp;type=signup"`);
});

test("a campaign mail has the unsubscribe link in both parts, and no other mail has it", () => {
  const unsubscribeUrl = "https://example.com/off?token=a&b";
  const { html, text } = renderMail({ ...PLAIN, unsubscribeUrl }, footer);
  expect(html).toMatch(/<a href="https:\/\/example.com\/off\?token=a&amp;b"[^>]*>Turn off these mails<\/a>/);
  expect(text).toContain(`Turn off these mails:\n${unsubscribeUrl}\n`);
  const plain = renderMail(PLAIN, footer);
  expect(plain.html + plain.text).not.toContain("Turn off");
});

test.each(["javascript:alert(1)", "data:text/html,hello", "file:///etc/passwd"])(
  "a button cannot open %s",
  (url) => {
    expect(() => renderMail({ ...PLAIN, button: { label: "Open", url } }, footer)).toThrow(
      "must be a web address",
    );
  },
);

test("control characters are dropped", () => {
  expect(renderMail({ ...PLAIN, bodyText: "a\0b\u001bc" }, footer).html).toContain(">abc</div>");
});
