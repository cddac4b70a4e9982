import fc from "fast-check";
import { test } from "vitest";
import { documentPath, isDocumentPath } from "./documents.ts";
test("x", () => {
  const t = (n: string, f: () => void) => { const a = process.cpuUsage(); f(); const b = process.cpuUsage(a); console.log(n, (b.user + b.system) / 1000); };
  let samples: string[] = [];
  t("sample", () => { samples = fc.sample(fc.string({ unit: "binary", maxLength: 400 }), 100); });
  let paths: string[] = [];
  t("path", () => { paths = samples.map((s) => documentPath("0b7c9a52-4a7e-4f0e-9c1b-1f2e3d4c5b6a", s, new Date())); });
  t("is", () => { paths.map(isDocumentPath); });
});
