import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "../../scripts/set-up/chromium.mjs";

const executablePath = await findChromium();

// A test runs in both projects, unless its title or its describe's carries @phone or @desktop.
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/browser",
  globalSetup: "./start-servers.ts",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // For machines that are slow or busy: what works comes long before.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    locale: "en-IN",
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Recording every step of every test takes a fifth of the time: MAARGA_TRACE=on where one is wanted.
    trace: process.env.MAARGA_TRACE ? "retain-on-failure" : "off",
    launchOptions: { ...(executablePath && { executablePath }) },
  },
  projects: [
    {
      name: "phone",
      grepInvert: /@desktop/,
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
      // The public pages are the same document everywhere; what depends on the screen says so there.
      grepInvert: /@phone|public-\w+\.spec\.ts(?!.*@desktop)/,
      use: {
        viewport: { width: 1440, height: 900 },
        // Far from Karnataka: whatever shows the visitor's own time shows itself here.
        timezoneId: "America/New_York",
      },
    },
  ],
});
