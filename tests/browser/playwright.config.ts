import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "../../scripts/set-up/chromium.mjs";

const executablePath = await findChromium();

// A test runs in both projects, unless its title or the title of its describe contains @phone or @desktop. The
// innermost tag counts.
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/browser",
  globalSetup: "./start-servers.ts",
  // A worker more than the cores of the hosted CI: a test that waits, for a timer or a slow line, leaves a core idle.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // `npm test` names the tests that passed at the second try only.
  retries: 1,
  // Generous, for long walks on slow or busy machines.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    locale: "en-IN",
    contextOptions: { reducedMotion: "reduce" },
    // Only the specs about the worker need it. Elsewhere it would fetch a hundred files per test.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    // Recording traces takes a fifth of the time. MAARGA_TRACE=on turns it on.
    trace: process.env.MAARGA_TRACE ? "retain-on-failure" : "off",
    launchOptions: { ...(executablePath && { executablePath }) },
  },
  projects: [
    {
      name: "phone",
      grepInvert: /@desktop(?!.*@phone)/,
      use: {
        viewport: { width: 360, height: 740 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
        userAgent: devices["Pixel 7"].userAgent,
        timezoneId: "Asia/Kolkata",
      },
    },
    {
      name: "desktop",
      // Public pages are the same document on every screen: they run on the phone only, unless tagged @desktop.
      grepInvert: /(@phone|public-\w+\.spec\.ts)(?!.*@desktop)/,
      use: {
        viewport: { width: 1440, height: 900 },
        // Far from Karnataka, so that a time in the visitor's own zone fails a test.
        timezoneId: "America/New_York",
      },
    },
  ],
});
