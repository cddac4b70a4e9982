import * as router from "react-router";
import { describe, expect, it } from "vitest";
import { createPath, resolvePath } from "./paths.ts";

describe("an address", () => {
  const from = "/payments";
  it.each([
    "/pricing",
    "/payments?order=1",
    "/forgot-password?code=1#top",
    "?order=2",
    "?",
    "#part",
    "?day=2026-12-01#part",
    "/a?text=a%3Fb#c?d",
    { search: "?order=2" },
    { pathname: "/agenda", hash: "#today" },
  ])("%j leads where the package leads", (to) => {
    const path = resolvePath(to, from);
    expect(path).toEqual(router.resolvePath(to, from));
    expect(createPath(path)).toBe(router.createPath(path));
  });
});
