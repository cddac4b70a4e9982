import { expect, test } from "vitest";
import { findReferenceProblem } from "./word-references.ts";

const base = (text: string) => `<Properties><HyperlinkBase>${text}</HyperlinkBase></Properties>`;
const image = (attributes: string) => `<v:shape><v:imagedata ${attributes}/></v:shape>`;

test.each([
  [base("\\\\host\\share\\"), "wordFileLink"],
  [base(" //host/share "), "wordFileLink"],
  [base("&#92;&#x5c;host"), "wordFileLink"],
  [base("file:///c:/"), "wordFileLink"],
  [base("C:\\"), "wordFileLink"],
  [base("ms-word:x"), "wordExternal"],
  [base("<![CDATA[\\\\host]]>"), "wordDamaged"],
  [base("\\<!-- -->\\host"), "wordDamaged"],
  ["<x:HyperlinkBase a='1'>//host</x:HyperlinkBase>", "wordFileLink"],
  [base("https://example.org/"), undefined],
  [base("pages/"), undefined],
  ["<Properties><HyperlinkBase/></Properties>", undefined],
  [image('src="\\\\host\\x.png"'), "wordFileLink"],
  [image("src='file://host/x.png'"), "wordFileLink"],
  [image('o:src="https://example.org/x.png"'), "wordExternal"],
  [image('o:althref = "//host/x"'), "wordFileLink"],
  [image('src="&#104;ttp://example.org"'), "wordExternal"],
  ['<v:fill src="http://example.org"/>', "wordExternal"],
  ['<v:rect href="file://host/x"/>', "wordFileLink"],
  ['<v:rect href="ms-word:x"/>', "wordExternal"],
  ['<v:rect href="https://example.org/"/>', undefined],
  [image('r:id="rId1" r:href="rId2" o:title=""'), undefined],
  [image('src="media/x.png"'), undefined],
  ['<w:t>&lt;img src="//cdn/x"></w:t>', undefined],
  ['<w:t a=1 src="x">', "wordDamaged"],
])("%s: %s", (xml, problem) => {
  expect(findReferenceProblem(xml)).toBe(problem);
});

/** A part may have 32 MB. */
test.each([
  [`<a ${'src="x" '.repeat(1_000_000)}/>`, undefined],
  ['<a href="x"/>'.repeat(300_000), undefined],
  ["<a src= ".repeat(1_000_000), "wordDamaged"],
  [`<a ${" ".repeat(10_000_000)}src="//host"/>`, "wordFileLink"],
  [`<HyperlinkBase>${"&#92;".repeat(1_000_000)}</HyperlinkBase>`, "wordFileLink"],
])("a large part is read in linear time: %#", (xml, problem) => {
  expect(findReferenceProblem(xml)).toBe(problem);
});

test.each([
  ['<v:imagedata a=">" src="//host/x"/>', "wordFileLink"],
  ['<v:imagedata a=\'"\' src="//host/x"/>', "wordFileLink"],
  ['<v:imagedata\n\tsrc\n=\r"//host/x"/>', "wordFileLink"],
])("attack: %j hides nothing", (xml, problem) => {
  expect(findReferenceProblem(xml)).toBe(problem);
});
