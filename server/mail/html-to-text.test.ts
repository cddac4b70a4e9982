import { expect, test } from "vitest";
import { createCampaignMailRenderer } from "./campaign-mail.ts";
import { convertLineBreaks, htmlToText, isHtml } from "./html-to-text.ts";

test.each([
  ["Hello", false],
  ["5 < 6 and 7 > 6", false],
  ["Dear <name>", false],
  ["one<br>two", true],
  ['<p class="x">one</p>', true],
  ["<BR/>", true],
])("%s is HTML: %s", (text, expected) => {
  expect(isHtml(text)).toBe(expected);
});

test.each([
  ["<p>one</p><p>two</p>", "one\n\ntwo"],
  ["one<br>two<br/>three", "one\ntwo\nthree"],
  ["<ul><li>one</li><li>two</li></ul>", "- one\n- two"],
  ['<a href="https://kea.kar.nic.in">KEA</a>', "KEA (https://kea.kar.nic.in)"],
  ['<a href="https://kea.kar.nic.in">https://kea.kar.nic.in</a>', "https://kea.kar.nic.in"],
  [
    '<a href="https://a.in">one <b>two</b><a href="https://b.in">three',
    "one two (https://a.in)three (https://b.in)",
  ],
  ["<style>p{color:red}</style>one\n  two", "one two"],
  ["one<STYLE>p>a{}<b></STYLE >two<title>three", "onetwo"],
  ["one<!-- <p>two</p> --><!--[if mso]><p>three</p><![endif]-->four --> five", "onefour --> five"],
  ["1 < 2 <b>and</b> 3 > 2", "1 < 2 and 3 > 2"],
  ["5 &lt; 6 &amp; &#3221; &#x0C95; &nope; &#9999999;", "5 < 6 & ಕ ಕ &nope; &#9999999;"],
  [" <br> <br> <br> one<i> </i> two", "one  two"],
])("%s reads as %s", (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test.each([
  ["Dear <b>Asha</b>,\r\n\r\nplease\rchoose.", "Dear <b>Asha</b>,<br>\n<br>\nplease<br>\nchoose."],
  ['See <a\nhref="https://kea.kar.nic.in">KEA</a>\n', 'See <a\nhref="https://kea.kar.nic.in">KEA</a><br>\n'],
  ["<p>one</p>\n<p>two</p>", "<p>one</p>\n<p>two</p>"],
  ["one<BR>\n<b>two</b>", "one<BR>\n<b>two</b>"],
])("typed line breaks become HTML: %j becomes %j", (typed, html) => {
  expect(convertLineBreaks(typed)).toBe(html);
});

test("typed lines with a word in bold stay lines in both parts of the mail", () => {
  const { html, text } = createCampaignMailRenderer()({
    subject: "Round one",
    body: "Dear <b>Asha</b>,\nplease choose.",
  });
  expect(html).toContain("Dear <b>Asha</b>,<br>\nplease choose.");
  expect(text).toContain("Dear Asha,\nplease choose.");
});

// Rendering blocks all other requests. A long text takes about as long as many short ones of the same total length;
// with quadratic code it would take twenty times as long.
test.each(["<a href=''", "<a href='x'>", "<style>", "<!--", "<", "</p ", " <i>", "&#32;", "&a", "\r"])(
  "a text of many %j is rendered in linear time",
  (piece) => {
    const renderCampaignMail = createCampaignMailRenderer();
    const timeFor = (texts: number, length: number) => {
      const body = `<p>${piece.repeat(length / piece.length)}`;
      const times = [1, 2, 3, 4, 5].map(() => {
        const startedAt = performance.now();
        for (let text = 0; text < texts; text++)
          renderCampaignMail({ subject: "Round one", body, unsubscribeUrl: "https://maarga.in/unsubscribe" });
        return performance.now() - startedAt;
      });
      return Math.min(...times);
    };
    expect(timeFor(1, 200_000) / timeFor(20, 10_000)).toBeLessThan(8);
  },
);
