import { expect, test } from "vitest";
import { findBinaries } from "./binaries.ts";

test.each([
  ["that has none", "sunos-sparc", "There is no embedded PostgreSQL for sunos-sparc"],
  [
    "whose package was left out",
    process.platform === "darwin" ? "linux-x64" : "darwin-x64",
    "is not installed: run npm install with optional packages",
  ],
])("a machine %s is told to name a database", async (_which, platform, words) => {
  await expect(findBinaries(platform)).rejects.toThrow(words);
  await expect(findBinaries(platform)).rejects.toThrow("DATABASE_URL");
});
