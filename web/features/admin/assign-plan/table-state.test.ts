import { expect, test } from "vitest";
import { readTableState, writeTableState } from "./table-state.ts";

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
