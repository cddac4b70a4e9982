import fc from "fast-check";
import { expect, test } from "vitest";
import { type MailContent, renderMail } from "./mail-template.ts";

const PLAIN: MailContent = { language: "en", subject: "Seats", bodyText: "Round one is out." };
const footer = { year: 2031, support: { email: "help@example.com", phone: "080 1234" } };

/** Every tag with its attributes, except the addresses of links. */
const tagsOf = (html: string) =>
  (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/href="[^"]*"/, "href"));

const renderEverywhere = (text: string) =>
  renderMail(
    {
      language: "en",
      subject: text,
      bodyText: text,
      preheader: text,
      code: text,
      smallPrint: text,
      button: { label: text, url: `https://example.com/?q=${text}` },
      unsubscribeUrl: `https://example.com/?q=${text}`,
      languageUrl: `https://example.com/?q=${text}`,
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

test("a mail in Kannada says so, has nothing of the frame in English, and enough room between its lines", () => {
  const { html, text } = renderMail(
    {
      language: "kn",
      subject: "ಸೀಟುಗಳು",
      bodyText: "ಮೊದಲ ಸುತ್ತು ಮುಗಿದಿದೆ.",
      button: { label: "ತೆರೆಯಿರಿ", url: "https://example.com/" },
      code: "012345",
      unsubscribeUrl: "https://example.com/off",
      languageUrl: "https://example.com/language",
    },
    footer,
  );
  expect(html).toContain('<html lang="kn" dir="ltr">');
  const [, ...lineHeights] = html.split(/font:\d+ \d+px\//).map((part) => Number.parseFloat(part));
  // The code is digits only.
  expect(lineHeights.filter((height) => height < 1.6)).toEqual([1.3]);
  const offer = "Do you want these mails in English?";
  expect(html).toContain(`<p lang="en" style="margin:12px 0 0"><a href="https://example.com/language"`);
  expect(text).toContain(`${offer}\nhttps://example.com/language\n`);
  const words = (part: string) =>
    part
      .replaceAll(/<style>.*?<\/style>|<[^>]*>|https?:\S+|&\w+;|\S+@\S+/gs, " ")
      .replace(offer, "")
      .match(/[a-z]{2,}/gi);
  for (const part of [html, text]) expect(new Set(words(part))).toEqual(new Set(["Maarga", "NEET", "CET"]));
});

test("a mail that exists in one language only does not offer another", () => {
  const { html, text } = renderMail(PLAIN, footer);
  expect(html.replace('lang="kn">ಮಾರ್ಗ', "") + text).not.toMatch(/[\u0c80-\u0cff]/);
});
