import { expect, test } from "vitest";
import { PageCache } from "./page-cache.ts";

const page = (bytes: number) => ({ status: 200, etag: '"1"', content: Buffer.alloc(bytes) });

test("the page that was not opened for the longest time gives way", () => {
  const cache = new PageCache(5_000);
  for (const address of ["/1", "/2"]) cache.keep(1, address, page(1_500));
  cache.find(1, "/1");
  cache.keep(1, "/3", page(1_500));
  expect(["/1", "/2", "/3"].map((address) => cache.find(1, address) !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
});

test("attack: ten thousand addresses take no more than the limit", () => {
  const cache = new PageCache(100_000);
  const same = page(2_000);
  for (let at = 0; at < 10_000; at++) {
    cache.keep(1, `/cutoffs?rank=${at}`, same);
    expect(cache.bytes).toBeLessThanOrEqual(100_000);
  }
  cache.keep(1, "/too-large", page(200_000));
  expect(cache.find(1, "/too-large")).toBeUndefined();
  expect(cache.bytes).toBeLessThanOrEqual(100_000);
});

test("a new version replaces all pages, and a page of the version before that comes late is not kept", () => {
  const cache = new PageCache(100_000);
  cache.keep(1, "/1", page(1));
  cache.keep(2, "/2", page(1));
  cache.keep(1, "/1", page(1));
  expect([cache.find(1, "/1"), cache.find(2, "/1")]).toEqual([undefined, undefined]);
  expect(cache.find(2, "/2")).toBeDefined();
});
