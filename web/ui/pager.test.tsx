import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Pager } from "./pager.tsx";

test.each([
  [{ page: 1, total: 0 }, "Page 1 of 1"],
  [{ page: 1, total: 10 }, "Page 1 of 1"],
  [{ page: 2, total: 11 }, "Page 2 of 2"],
  [{ page: 1, total: 100_000 }, "Page 1 of 10000"],
  [{ page: 1, total: 2000, isExact: false }, "Page 1 of 200+"],
  // What is not known is not said.
  [{ page: 7, total: undefined }, "Page 7"],
])("%j is %s", (given, said) => {
  const html = renderToStaticMarkup(
    <Pager {...given} pageSize={10} onPage={() => undefined} onPageSize={() => undefined} />,
  );
  expect(html).toContain(`>${said}</p>`);
});
