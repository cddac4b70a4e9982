import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { readTableState, useTableState, writeTableState } from "./table-state.ts";

const address = vi.hoisted(() => ({ params: new URLSearchParams() }));
vi.mock(import("react-router"), async (importOriginal) => ({
  ...(await importOriginal()),
  useSearchParams: () => [
    address.params,
    (next) => {
      address.params = (next as (was: URLSearchParams) => URLSearchParams)(address.params);
    },
  ],
}));

const plain = { search: "", status: "all", page: 1, pageSize: 10, sort: "created_at.desc", hidden: [] };

test("an address that says nothing shows the newest students", () => {
  expect(readTableState(new URLSearchParams())).toEqual(plain);
  expect(writeTableState(plain).toString()).toBe("");
});

test("what is written is what is read", () => {
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

test("each column that can be sorted by stands in the address both ways", () => {
  for (const column of ["created_at", "name", "email"])
    for (const sort of [`${column}.asc`, `${column}.desc`])
      expect(readTableState(writeTableState({ ...plain, sort })).sort).toBe(sort);
});

test("the second page stands in the address", () => {
  expect(writeTableState({ ...plain, page: 2 }).toString()).toBe("page=2");
});

/** What an address becomes when somebody changes this about the table. */
function changed(from: string, change: Parameters<ReturnType<typeof useTableState>[1]>[0]): string {
  address.params = new URLSearchParams(from);
  renderToStaticMarkup(
    createElement(() => {
      useTableState()[1](change);
      return null;
    }),
  );
  return address.params.toString();
}

test.each([
  [{ search: "asha" }, "search=asha&status=Active&size=20"],
  [{ status: "None" }, "status=None&size=20"],
  [{ sort: "email.asc" }, "status=Active&size=20&sort=email.asc"],
  [{ pageSize: 50 }, "status=Active&size=50"],
  // The rows stay the same.
  [{ hidden: ["phone"] }, "status=Active&page=7&size=20&hide=phone"],
  [{ page: 8 }, "status=Active&page=8&size=20"],
])("on the seventh page %j leads to %s", (change, to) => {
  expect(changed("status=Active&page=7&size=20", change)).toBe(to);
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
])("%s counts as nothing", (address) => {
  expect(readTableState(new URLSearchParams(address))).toEqual(plain);
});
