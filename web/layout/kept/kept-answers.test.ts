import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropKept } from "./drop-kept.ts";
import { findAnswer, keepAnswer } from "./kept-answers.ts";

const ME = "a1b2c3d4-0000-4000-8000-000000000001";
const OTHER = "a1b2c3d4-0000-4000-8000-000000000002";
const NOW = Date.UTC(2026, 10, 23);
const DAY_MS = 86_400_000;

const items = new Map<string, string>();
/** Keeps its keys as properties, like the browser's own. */
const storage = new Proxy(
  {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  },
  {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  },
);
const signIn = (id: string) =>
  items.set(
    "maarga-session",
    JSON.stringify({ access_token: "a", refresh_token: "r", expires_at: 1, user: { id } }),
  );
const keep = (owner: string, data: unknown = { name: "Basic", expiresAt: new Date(NOW) }) =>
  keepAnswer(owner, "plan", { keptAt: NOW, data });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  items.clear();
  vi.stubGlobal("localStorage", storage);
  signIn(ME);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an answer is found by its owner and name alone, with its dates", () => {
  keep(ME);
  expect(findAnswer(ME, "plan")).toMatchObject({
    keptAt: NOW,
    data: { name: "Basic", expiresAt: new Date(NOW) },
  });
  expect(findAnswer(OTHER, "plan")).toBeUndefined();
  expect(findAnswer(ME, "slots")).toBeUndefined();
});

test("nothing is kept for somebody who is not signed in, and nothing that is too long", () => {
  keep(OTHER);
  items.delete("maarga-session");
  keep(ME);
  expect([...items.keys()]).toEqual([]);
  signIn(ME);
  keep(ME);
  keep(ME, "x".repeat(200_001));
  expect([...items.keys()]).toEqual(["maarga-session"]);
});

test("an answer of another version, of 30 days ago, or that cannot be read is not shown", () => {
  keep(ME);
  vi.setSystemTime(NOW + 30 * DAY_MS - 1);
  expect(findAnswer(ME, "plan")).toBeDefined();
  vi.setSystemTime(NOW + 30 * DAY_MS);
  expect(findAnswer(ME, "plan")).toBeUndefined();
  vi.setSystemTime(NOW);
  const key = `maarga-kept:${ME}:plan`;
  for (const text of [items.get(key)?.replace('"version":1', '"version":0') ?? "", "{", "null"]) {
    items.set(key, text);
    expect(findAnswer(ME, "plan")).toBeUndefined();
  }
});

test("those of other accounts are removed at a sign-in, and all without an account", () => {
  for (const owner of [ME, OTHER]) {
    signIn(owner);
    keep(owner);
  }
  items.set("maarga-draft:visitor:contact", "{}");
  dropKept(OTHER);
  expect(findAnswer(ME, "plan")).toBeUndefined();
  expect(findAnswer(OTHER, "plan")).toBeDefined();
  dropKept();
  expect([...items.keys()].sort()).toEqual(["maarga-draft:visitor:contact", "maarga-session"]);
});
