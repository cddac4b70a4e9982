import fc from "fast-check";
import type { ApiRequest } from "./exchange.ts";
import { withoutEmpty } from "./generated-reads.ts";

const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    1,
    2,
    9,
    1.5,
    -1,
    null,
    true,
    "x",
    "y",
    "new",
    "",
    "first",
    "2",
    [],
    {},
    [1],
    "2027-01-02",
  ),
  fc.integer({ min: 3, max: 30 }),
);
const WRITABLE: Record<string, readonly string[]> = {
  pairs: ["a", "b", "value", "n"],
  checked: ["id", "amount", "name", "thing", "short"],
  filled: ["note", "n", "day"],
  owned: ["note", "owner"],
};
const KEYS: Record<string, string> = { pairs: "a", checked: "id", filled: "id", owned: "id" };

const rowOf = (table: string) =>
  fc
    .uniqueArray(
      fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...(WRITABLE[table] ?? [])) }, fc.constant("nosuch")),
      {
        maxLength: 4,
      },
    )
    .chain((names) =>
      fc
        .tuple(...names.map(() => scalar))
        .map((values) => Object.fromEntries(names.map((name, i) => [name, values[i]]))),
    );

const bodyOf = (table: string) =>
  fc
    .oneof(
      { weight: 3, arbitrary: rowOf(table) },
      fc.array(rowOf(table), { maxLength: 2 }),
      fc.constantFrom<unknown>(5, [1], null),
    )
    .map((body) => JSON.stringify(body));

const writePrefer = fc
  .uniqueArray(
    fc.constantFrom(
      "return=representation",
      "return=minimal",
      "return=headers-only",
      "count=exact",
      "resolution=merge-duplicates",
      "resolution=ignore-duplicates",
      "missing=default",
    ),
    { maxLength: 3 },
  )
  .map((preferences) => preferences.join(", "));

export const writes: fc.Arbitrary<ApiRequest> = fc.constantFrom(...Object.keys(WRITABLE)).chain((table) =>
  fc
    .record({
      method: fc.constantFrom("POST", "POST", "PATCH", "DELETE"),
      key: fc.constantFrom("eq.1", "eq.2", "gt.1", "eq.x", "in.(1,3)", "eq.77"),
      body: bodyOf(table),
      prefer: writePrefer,
      accept: fc.constantFrom("", "", "", "application/vnd.pgrst.object+json"),
    })
    .map(({ method, key, body, ...headers }) => ({
      method,
      path: method === "POST" ? `/${table}` : `/${table}?${KEYS[table]}=${key}`,
      headers: withoutEmpty(headers),
      ...(method !== "DELETE" && { body }),
    })),
);
