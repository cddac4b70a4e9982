import { expect, test } from "vitest";
import { nameDevice } from "./client.ts";

const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  ["Chrome on Android", `${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36`],
  ["Samsung Internet on Android", `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ["Firefox on Android", "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"],
  ["UC Browser on Android", `${ANDROID} Version/4.0 UCBrowser/13.4.0 Mobile Safari/537.36`],
  ["Chrome on Windows", `${WINDOWS} Chrome/138.0.0.0 Safari/537.36`],
  ["Edge on Windows", `${WINDOWS} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`],
  ["Opera on Windows", `${WINDOWS} Chrome/136.0.0.0 Safari/537.36 OPR/121.0.0.0`],
  ["Safari on iPhone", `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`],
  ["Chrome on iPhone", `${IPHONE} CriOS/138.0.0.0 Mobile/15E148 Safari/604.1`],
  ["Safari on Mac", `${MAC} Version/18.5 Safari/605.1.15`],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  [
    "Chrome on Chromebook",
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36",
  ],
  ["Firefox", "Firefox/140.0"],
  ["Windows", "Windows"],
  ["Unknown device", "curl/8.5.0"],
  ["Unknown device", ""],
  ["Unknown device", undefined],
  ["Unknown device", `${"x".repeat(100_000)} Chrome/1 Android`],
])("%s", (name, userAgent) => {
  expect(nameDevice(userAgent)).toBe(name);
});
