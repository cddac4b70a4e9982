import type { ApiRequest } from "./exchange.ts";

export const FULL = { prefer: "return=representation" };
export const OBJECT = { accept: "application/vnd.pgrst.object+json" };
export const UPSERT = { prefer: "resolution=merge-duplicates" };
export const IGNORE = { prefer: "resolution=ignore-duplicates" };

export const get = (path: string, headers?: Record<string, string>): ApiRequest => ({
  method: "GET",
  path,
  ...(headers && { headers }),
});

const json = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
export const insert = (path: string, value: unknown, headers?: Record<string, string>): ApiRequest => ({
  method: "POST",
  path,
  body: json(value),
  ...(headers && { headers }),
});
export const update = (path: string, value: unknown, headers?: Record<string, string>): ApiRequest => ({
  ...insert(path, value, headers),
  method: "PATCH",
});
export const remove = (path: string, headers?: Record<string, string>): ApiRequest => ({
  method: "DELETE",
  path,
  ...(headers && { headers }),
});
export const prefer = (...preferences: string[]) => ({ prefer: preferences.join(", ") });

export const row = { a: 9, b: "n", value: "new" };
export const known = { a: 1, b: "x", value: "new" };
export const everyType = {
  name: "every",
  size: 1,
  price: 12.345,
  weight: 0.1,
  big: 9007199254740991,
  flag: false,
  day: "2027-05-06",
  at: "2027-05-06T07:08:09.123456+05:30",
  at_local: "2027-05-06 07:08",
  code: "33333333-3333-4333-8333-333333333333",
  data: { k: [1, null, "x"] },
  raw: [1, { a: 2 }],
  tags: ["a", "b,c", null],
  numbers: [1, 2],
  span: "[1,2]",
  during: "[2027-01-01,2027-01-02)",
  mood: "ok",
  bits: "\\x0102",
  words: "'a':1",
  short: "abc  ",
  address: "10.0.0.9",
  rank: 3,
  "Odd Name": "o",
  'quo"te': "q",
};
