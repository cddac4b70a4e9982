import { expect, test } from "vitest";
import { htmlAsText, isHtml } from "./html-as-text.ts";

test.each([
  ["Hello", false],
  ["5 < 6 and 7 > 6", false],
  ["Dear <name>", false],
  ["one<br>two", true],
  ['<p class="x">one</p>', true],
  ["<BR/>", true],
])("%s: HTML %s", (text, answer) => {
  expect(isHtml(text)).toBe(answer);
});

test.each([
  ["<p>one</p><p>two</p>", "one\n\ntwo"],
  ["one<br>two<br/>three", "one\ntwo\nthree"],
  ["<ul><li>one</li><li>two</li></ul>", "- one\n- two"],
  ['<a href="https://kea.kar.nic.in">KEA</a>', "KEA (https://kea.kar.nic.in)"],
  ['<a href="https://kea.kar.nic.in">https://kea.kar.nic.in</a>', "https://kea.kar.nic.in"],
  ["<style>p{color:red}</style>one\n  two", "one two"],
  ["5 &lt; 6 &amp; &#3221; &#x0C95; &nope; &#9999999;", "5 < 6 & ಕ ಕ &nope; &#9999999;"],
])("%s reads as %s", (html, text) => {
  expect(htmlAsText(html)).toBe(text);
});
