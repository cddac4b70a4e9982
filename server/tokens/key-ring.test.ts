import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KeyRing } from "./key-ring.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const after = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test("the new key is used from the time at which the old one is replaced, and verifies before that", () => {
  const ring = new KeyRing([{ name: "new" }, { name: "old", replacedAt: after(600) }]);
  expect(ring.current.name).toBe("old");
  expect(ring.valid(0).map(({ name }) => name)).toEqual(["new", "old"]);
  vi.setSystemTime(NOW + 600_000);
  expect(ring.current.name).toBe("new");
});

test("a replaced key verifies as long as the values that it created are valid", () => {
  const ring = new KeyRing([{ name: "new" }, { name: "old", replacedAt: after(600) }]);
  vi.setSystemTime(NOW + 600_000 + 3_599_000);
  expect(ring.valid(3600)).toHaveLength(2);
  vi.setSystemTime(NOW + 600_000 + 3_600_000);
  expect(ring.valid(3600).map(({ name }) => name)).toEqual(["new"]);
  expect(ring.valid(Number.POSITIVE_INFINITY)).toHaveLength(2);
});

test("of two rotations in a row, the oldest key that is not yet replaced is used", () => {
  const ring = new KeyRing([
    { name: "newest" },
    { name: "new", replacedAt: after(900) },
    { name: "old", replacedAt: after(600) },
  ]);
  expect(ring.current.name).toBe("old");
  vi.setSystemTime(NOW + 700_000);
  expect(ring.current.name).toBe("new");
  vi.setSystemTime(NOW + 900_000);
  expect(ring.current.name).toBe("newest");
});

test("without times, the first key is used and all verify", () => {
  const ring = new KeyRing<{ name: string; replacedAt?: string }>([{ name: "new" }, { name: "old" }]);
  expect(ring.current.name).toBe("new");
  expect(ring.valid(0)).toHaveLength(2);
});

test("replaced keys reach those who hold the ring", () => {
  const ring = new KeyRing<{ name: string; replacedAt?: string }>([{ name: "old" }]);
  ring.replace([{ name: "new" }]);
  expect(ring.current.name).toBe("new");
});
