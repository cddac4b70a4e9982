import { expect, test } from "vitest";
import { html, jsonScript } from "./html.ts";

const ATTACK = `"><script>alert('1')</script>`;

test("a template escapes its values, in text and in attributes, and leaves markup as it is", () => {
  const inner = html`<b>${ATTACK}</b>`;
  expect(String(html`<p title="${ATTACK}">${inner}${[inner, "&"]}</p>`)).toBe(
    `<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;">${inner}${inner}&amp;</p>`,
  );
  expect(String(inner)).not.toContain("<script");
});

test("what is missing or false leaves no text, and zero does", () => {
  expect(String(html`[${undefined}${null}${false}${0}]`)).toBe("[0]");
});

test("attack: data of a page cannot end its element", () => {
  const text = String(jsonScript("application/ld+json", { name: `</script>${ATTACK}` }));
  expect(text.match(/<\/?script/g)).toHaveLength(2);
});
