import { expect, test } from "vitest";
import { findBinaries } from "./binaries.ts";

test.each([
  ["no package exists", "sunos-sparc", "There is no embedded PostgreSQL for sunos-sparc"],
  [
    "the package is not installed",
    process.platform === "darwin" ? "linux-x64" : "darwin-x64",
    "is not installed: run npm install with optional packages",
  ],
])("where %s, the error says to set DATABASE_URL", async (_case, platform, message) => {
  await expect(findBinaries(platform)).rejects.toThrow(message);
  await expect(findBinaries(platform)).rejects.toThrow("DATABASE_URL");
});
