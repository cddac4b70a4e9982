import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropDraftsOfOthers, VISITOR } from "./draft-keys.ts";
import { findDraft, keepDraft } from "./draft-storage.ts";

const ME = "a1b2c3d4-0000-4000-8000-000000000001";
const OTHER = "a1b2c3d4-0000-4000-8000-000000000002";
const DAY_MS = 86_400_000;

/** Keeps its keys as properties, like the browser's own. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return (this[key] as string | undefined) ?? null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

let storage: FakeStorage;
const signIn = (id: string) => storage.setItem("maarga-session", JSON.stringify({ user: { id } }));
const formsOf = (owner: string) =>
  Object.keys(storage).filter((key) => key.startsWith(`maarga-draft:${owner}:`));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23) });
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
  signIn(ME);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a draft is found by its owner and form alone", () => {
  keepDraft(ME, "profile", { city: "Hampi" });
  expect(findDraft(ME, "profile")).toEqual({ keptAt: Date.now(), values: { city: "Hampi" } });
  expect(findDraft(ME, "booking")).toBeUndefined();
  expect(findDraft(OTHER, "profile")).toBeUndefined();
  expect(findDraft(VISITOR, "profile")).toBeUndefined();
});

test("a draft lives for 30 days after its last change", () => {
  keepDraft(ME, "profile", { city: "Hampi" });
  vi.advanceTimersByTime(30 * DAY_MS - 1);
  expect(findDraft(ME, "profile")).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(findDraft(ME, "profile")).toBeUndefined();
  expect(formsOf(ME)).toEqual([]);
});

test("a form without changes has no draft", () => {
  keepDraft(ME, "profile", { city: "Hampi" });
  keepDraft(ME, "profile", {});
  expect(formsOf(ME)).toEqual([]);
});

test("20 drafts are kept, and the oldest one makes room", () => {
  for (let number = 1; number <= 21; number += 1) {
    vi.advanceTimersByTime(1);
    keepDraft(ME, `slot ${number}`, { time: "10:30" });
  }
  expect(formsOf(ME)).toHaveLength(20);
  expect(findDraft(ME, "slot 1")).toBeUndefined();
  expect(findDraft(ME, "slot 21")).toBeDefined();
});

test("a text that is too long is not kept, and neither is its beginning", () => {
  keepDraft(ME, "mail", { body: "short" });
  keepDraft(ME, "mail", { body: "x".repeat(200_000) });
  expect(formsOf(ME)).toEqual([]);
});

test.each([
  ["of another version", JSON.stringify({ version: 0, keptAt: Date.UTC(2026, 10, 23), values: {} })],
  ["that is no text", JSON.stringify({ version: 1, keptAt: Date.UTC(2026, 10, 23), values: { city: 1 } })],
  ["without values", JSON.stringify({ version: 1, keptAt: Date.UTC(2026, 10, 23) })],
  ["that cannot be read", "{"],
])("a draft %s is removed", (_case, text) => {
  storage.setItem(`maarga-draft:${ME}:profile`, text);
  expect(findDraft(ME, "profile")).toBeUndefined();
  expect(formsOf(ME)).toEqual([]);
});

test("nothing is kept for somebody who is no longer signed in", () => {
  storage.removeItem("maarga-session");
  keepDraft(ME, "profile", { city: "Hampi" });
  signIn(OTHER);
  keepDraft(ME, "profile", { city: "Hampi" });
  expect(formsOf(ME)).toEqual([]);
});

test("another account that signs in deletes the drafts of everybody else, except those of visitors", () => {
  keepDraft(ME, "profile", { city: "Hampi" });
  keepDraft(VISITOR, "contact", { name: "Asha" });
  signIn(OTHER);
  keepDraft(OTHER, "profile", { city: "Ballari" });
  dropDraftsOfOthers(OTHER);
  expect([formsOf(ME).length, formsOf(OTHER).length, formsOf(VISITOR).length]).toEqual([0, 1, 1]);
});

test("a browser that blocks or fills its storage keeps nothing, and nothing fails", () => {
  vi.stubGlobal("localStorage", undefined);
  keepDraft(VISITOR, "contact", { name: "Asha" });
  dropDraftsOfOthers(ME);
  expect(findDraft(VISITOR, "contact")).toBeUndefined();
});
