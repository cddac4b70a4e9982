import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { readTableState, useTableState, writeTableState } from "./table-state.ts";

const url = vi.hoisted(() => ({ params: new URLSearchParams() }));
vi.mock(import("react-router"), async (importOriginal) => ({
  ...(await importOriginal()),
  useSearchParams: () => [
    url.params,
    (next) => {
      url.params = next as URLSearchParams;
    },
  ],
}));

const defaults = { search: "", status: "all", page: 1, pageSize: 10, sort: "created_at.desc", hidden: [] };

test("the default is all students, newest first", () => {
  expect(readTableState(new URLSearchParams())).toEqual(defaults);
  expect(writeTableState(defaults).toString()).toBe("");
});

test("a state is read from the URL as it was written", () => {
  const state = {
    search: "a & b=%",
    status: "Inactive",
    page: 7,
    pageSize: 50,
    sort: "name.asc",
    hidden: ["plan", "phone"],
  };
  expect(readTableState(writeTableState(state))).toEqual(state);
});

test("each sortable column can be sorted in both directions", () => {
  for (const column of ["created_at", "name", "email"])
    for (const sort of [`${column}.asc`, `${column}.desc`])
      expect(readTableState(writeTableState({ ...defaults, sort })).sort).toBe(sort);
});

test("the page number is kept in the URL", () => {
  expect(writeTableState({ ...defaults, page: 2 }).toString()).toBe("page=2");
});

/** Returns the query string after the change. */
function queryAfter(from: string, change: Parameters<ReturnType<typeof useTableState>[1]>[0]): string {
  url.params = new URLSearchParams(from);
  renderToStaticMarkup(
    createElement(() => {
      useTableState()[1](change);
      return null;
    }),
  );
  return url.params.toString();
}

test.each([
  [{ search: "asha" }, "search=asha&status=Active&size=20"],
  [{ status: "None" }, "status=None&size=20"],
  [{ sort: "email.asc" }, "status=Active&size=20&sort=email.asc"],
  [{ pageSize: 50 }, "status=Active&size=50"],
  // Hiding a column does not change the rows.
  [{ hidden: ["phone"] }, "status=Active&page=7&size=20&hide=phone"],
  [{ page: 8 }, "status=Active&page=8&size=20"],
])("on page 7 the change %j leads to %s", (change, to) => {
  expect(queryAfter("status=Active&page=7&size=20", change)).toBe(to);
});

test.each([
  "page=0",
  "page=-1",
  "page=1.5",
  "page=x",
  "size=11",
  "size=x",
  "sort=phone.asc",
  "status=active",
  "hide=actions",
])("the invalid query %s is ignored", (query) => {
  expect(readTableState(new URLSearchParams(query))).toEqual(defaults);
});
