import { expect, test } from "vitest";
import { findClassClashes } from "./class-clashes.ts";
import { loadDeclarations } from "./class-declarations.ts";

const declarationsOf = await loadDeclarations("web/app.css");
const clashesIn = (source: string) =>
  findClassClashes({ "web/page.tsx": `const Page = () => ${source};` }, declarationsOf);

test.each([
  ["two colours", `<p className={cn("text-press", isChosen && "text-on-press")} />`, "color"],
  ["a shorthand and its part", `<p className="px-3 pr-10" />`, "padding-right"],
  ["the same breakpoint", `<p className="sm:p-2 sm:pt-4" />`, "padding-top"],
  ["branches of different conditions", `<p className={cn(a ? "p-1" : "", b ? "p-2" : "")} />`, "padding-top"],
  ["a template", `<p className={\`p-1 \${a ? "p-2" : ""}\`} />`, "padding-top"],
])("%s on one element clash", (_, source, property) => {
  expect(clashesIn(source)).toEqual([expect.stringMatching(`^web/page.tsx:1: .* both set ${property}$`)]);
});

test.each([
  ["the two branches of a condition", `<p className={isChosen ? "text-press" : "text-on-press"} />`],
  ["a condition and its opposite", `<p className={cn(a && "p-1", !a && "p-2")} />`],
  ["a value for a breakpoint", `<p className="p-2 sm:p-4" />`],
  ["a value for a state", `<p className="bg-card hover:bg-wash disabled:bg-wash" />`],
  ["a size and a line height", `<p className="text-sm leading-tight" />`],
  ["two classes with the same value", `<p className="text-ink text-[var(--color-ink)]" />`],
])("%s do not clash", (_, source) => {
  expect(clashesIn(source)).toEqual([]);
});

const BUTTON = `
  import { SHAPE } from "./shape.ts";
  const buttonClasses = cva(SHAPE, { variants: { size: { small: "px-2", large: "px-6" } } });
  export function Button({ size, className }) {
    return <button className={cn(buttonClasses({ size }), className)} />;
  }
  export function Wide({ className }) {
    return <Button {...{ className }} />;
  }`;
const others = { "web/button.tsx": BUTTON, "web/shape.ts": `export const SHAPE = "rounded-card py-2";` };

test.each([
  ["a component's own class", `<Wide className="rounded-control" />`, 1],
  ["a class of a variant", `<Button className="px-3" />`, 2],
  ["no class of the component", `<Button className="mt-2" />`, 0],
])("a class that is given to a component meets %s", (_, source, count) => {
  const page = {
    "web/page.tsx": `import { Button, Wide } from "./button.tsx"; const Page = () => ${source};`,
  };
  expect(findClassClashes({ ...others, ...page }, declarationsOf)).toHaveLength(count);
});
