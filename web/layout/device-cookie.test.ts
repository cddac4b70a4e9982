import { expect, test } from "vitest";
import { THEME_SCRIPT } from "../theme-script.ts";
import { cookiesFor } from "./device-cookie.ts";
import { SHELL_SCRIPT } from "./shell-script.ts";

test("over HTTPS, a cookie belongs to this host alone, and replaces that of an earlier version", () => {
  expect(cookiesFor("theme", "dark", 60, "https:")).toEqual([
    "theme=; max-age=0; path=/; samesite=lax",
    "__Host-theme=dark; max-age=60; path=/; samesite=lax; secure",
  ]);
});

test("without HTTPS, browsers accept no such cookie", () => {
  expect(cookiesFor("theme", "dark", 60, "http:")).toEqual(["theme=dark; max-age=60; path=/; samesite=lax"]);
});

test.each(["", "__Host-"])("the scripts in the head read cookies with the prefix %j", (prefix) => {
  const dataset: Record<string, string> = {};
  const document = {
    cookie: `a=b; ${prefix}theme=dark; ${prefix}sidebar=collapsed`,
    documentElement: { dataset },
  };
  new Function("document", "navigator", "localStorage", `${THEME_SCRIPT};${SHELL_SCRIPT}`)(
    document,
    {},
    {
      getItem: () => "a session",
    },
  );
  expect(dataset).toMatchObject({ theme: "dark", sidebar: "collapsed" });
});
