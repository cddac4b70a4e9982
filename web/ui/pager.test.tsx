import { Children, type ComponentProps, isValidElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Pager } from "./pager.tsx";

const drawn = (given: Pick<ComponentProps<typeof Pager>, "page" | "total" | "isExact">, pageSize = 10) =>
  renderToStaticMarkup(
    <Pager {...given} pageSize={pageSize} onPage={() => undefined} onPageSize={() => undefined} />,
  );

test.each([
  [{ page: 1, total: 0 }, "Page 1 of 1"],
  [{ page: 1, total: 10 }, "Page 1 of 1"],
  [{ page: 2, total: 11 }, "Page 2 of 2"],
  [{ page: 1, total: 100_000 }, "Page 1 of 10000"],
  [{ page: 1, total: 2000, isExact: false }, "Page 1 of 200+"],
  // What is not known is not said.
  [{ page: 7, total: undefined }, "Page 7"],
])("%j is %s", (given, said) => {
  expect(drawn(given)).toMatch(new RegExp(`<p[^>]* aria-live="polite">${said.replace("+", "[+]")}</p>`));
});

test.each([
  [{ page: 1, total: 10 }, []],
  [{ page: 1, total: 11 }, ["Next"]],
  [{ page: 2, total: 21 }, ["Previous", "Next"]],
  [{ page: 2, total: 20 }, ["Previous"]],
  // A link may lead behind the last page.
  [{ page: 5, total: 20 }, ["Previous"]],
  // Nobody knows yet whether there is a next one.
  [{ page: 2, total: undefined }, ["Previous"]],
])("from %j one can go to %j", (given, buttons) => {
  const open = [...drawn(given).matchAll(/<button(?![^>]* disabled="").*?>(\w+)<.*?<\/button>/g)];
  expect(open.map(([, words]) => words)).toEqual(buttons);
});

test("the number of rows on a page is the one that is chosen", () => {
  expect(drawn({ page: 1, total: 10 }, 50)).toMatch(/<option[^>]* selected=""[^>]*>50<\/option>/);
});

type Control = { children?: ReactNode; label?: string; onClick?(): void; onChange?(event: object): void };

/** Whatever is drawn, one by one. */
const inside = (node: ReactNode): Control[] =>
  Children.toArray(node).flatMap((child) =>
    isValidElement<Control>(child) ? [child.props, ...inside(child.props.children)] : [],
  );

test("Previous and Next lead to the page before and after it, and a choice of rows is a number", () => {
  const [onPage, onPageSize] = [vi.fn(), vi.fn()];
  const controls = inside(Pager({ page: 3, pageSize: 10, total: 50, onPage, onPageSize }));
  controls.find(({ children }) => children === "Previous")?.onClick?.();
  controls.find(({ children }) => children === "Next")?.onClick?.();
  expect(onPage.mock.calls).toEqual([[2], [4]]);
  controls.find(({ label }) => label === "Rows per page")?.onChange?.({ target: { value: "25" } });
  expect(onPageSize.mock.calls).toEqual([[25]]);
});
