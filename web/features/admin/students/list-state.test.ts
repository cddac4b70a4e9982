import { expect, test } from "vitest";
import { type ListState, readListState, writeListState } from "./list-state.ts";

const FIRST = readListState(new URLSearchParams());

test.each<[Partial<ListState>, string]>([
  [{}, ""],
  [
    { filter: { level: "ug", exam: "neet" } },
    "filter=%7B%22level%22%3A%22ug%22%2C%22exam%22%3A%22neet%22%7D",
  ],
  [
    { columns: ["name", "city"], sort: "name.asc", page: 3, pageSize: 50 },
    "columns=name%2Ccity&sort=name.asc&page=3&size=50",
  ],
])("the state %j is the address ?%s and is read from it again", (state, address) => {
  const whole = { ...FIRST, ...state };
  expect(String(writeListState(whole))).toBe(address);
  expect(readListState(new URLSearchParams(address))).toEqual(whole);
});

test.each([
  "filter=%7B%22level%22",
  "filter=%5B%5D",
  "filter=null",
  "filter=%7B%22level%22%3A%22x%22%7D",
  "columns=password",
  "sort=phone.asc",
  "page=-1&size=7",
])("an unknown address shows the list as at first: ?%s", (address) => {
  expect(readListState(new URLSearchParams(address))).toEqual(FIRST);
});
