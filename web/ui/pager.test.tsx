import { Children, type ComponentProps, isValidElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Pager } from "./pager.tsx";

const render = (props: Pick<ComponentProps<typeof Pager>, "page" | "total" | "isExact">, pageSize = 10) =>
  renderToStaticMarkup(
    <Pager {...props} pageSize={pageSize} onPage={() => undefined} onPageSize={() => undefined} />,
  );

test.each([
  [{ page: 1, total: 0 }, "Page 1 of 1"],
  [{ page: 1, total: 10 }, "Page 1 of 1"],
  [{ page: 2, total: 11 }, "Page 2 of 2"],
  [{ page: 1, total: 100_000 }, "Page 1 of 10000"],
  [{ page: 1, total: 2000, isExact: false }, "Page 1 of 200+"],
  // The total is still loading.
  [{ page: 7, total: undefined }, "Page 7"],
])("the pager with %j shows %s", (props, text) => {
  expect(render(props)).toMatch(new RegExp(`<p[^>]* aria-live="polite">${text.replace("+", "[+]")}</p>`));
});

test.each([
  [{ page: 1, total: 10 }, []],
  [{ page: 1, total: 11 }, ["Next"]],
  [{ page: 2, total: 21 }, ["Previous", "Next"]],
  [{ page: 2, total: 20 }, ["Previous"]],
  // A link may point past the last page.
  [{ page: 5, total: 20 }, ["Previous"]],
  // Without a total, there may be no next page.
  [{ page: 2, total: undefined }, ["Previous"]],
])("the pager with %j enables the buttons %j", (props, buttons) => {
  const enabled = [...render(props).matchAll(/<button(?![^>]* disabled="").*?>(\w+)<.*?<\/button>/g)];
  expect(enabled.map(([, text]) => text)).toEqual(buttons);
});

test("the current page size is selected", () => {
  expect(render({ page: 1, total: 10 }, 50)).toMatch(/<option[^>]* selected=""[^>]*>50<\/option>/);
});

type Control = { children?: ReactNode; label?: string; onClick?(): void; onChange?(event: object): void };

/** The props of every element in the tree. */
const propsIn = (node: ReactNode): Control[] =>
  Children.toArray(node).flatMap((child) =>
    isValidElement<Control>(child) ? [child.props, ...propsIn(child.props.children)] : [],
  );

test("Previous and Next report the page to open, and a page size is reported as a number", () => {
  const [onPage, onPageSize] = [vi.fn(), vi.fn()];
  const controls = propsIn(Pager({ page: 3, pageSize: 10, total: 50, onPage, onPageSize }));
  controls.find(({ children }) => children === "Previous")?.onClick?.();
  controls.find(({ children }) => children === "Next")?.onClick?.();
  expect(onPage.mock.calls).toEqual([[2], [4]]);
  controls.find(({ label }) => label === "Rows per page")?.onChange?.({ target: { value: "25" } });
  expect(onPageSize.mock.calls).toEqual([[25]]);
});
