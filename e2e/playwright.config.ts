import { defineConfig, devices } from "@playwright/test";
import { findHeadlessShell, WITHOUT_DISPLAY } from "./chromium.ts";
import { freePort } from "./support/free-port.ts";

const chromium = await findHeadlessShell();

// Workers read this file too and inherit the port that the main process chose.
process.env.E2E_PORT ??= String(await freePort());

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: ".results/artifacts",
  globalSetup: "./support/global-setup.ts",
  // Ends a test that hangs; on a busy machine the longest take a minute. Assertions have the shorter bound below.
  timeout: 150_000,
  // The machine may be small and busy with other work; an assertion that holds does not wait.
  expect: { timeout: 25_000 },
  // The CPU of two cores idles while a test waits for the product; with more workers its recoveries take too long.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // On a shared CI machine one stall must not fail a run; a test that needs its second try is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"], ["json", { outputFile: ".results/e2e.json" }]],
  projects: [{ name: "console" }],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
    viewport: { width: 1280, height: 800 },
    // A browser without a GPU draws each frame of an animation with the CPU that the product needs.
    contextOptions: { reducedMotion: "reduce" },
    // Recording traces takes as much CPU as the tests themselves; `--trace on` records them for an investigation.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromium.executablePath,
      args: WITHOUT_DISPLAY,
      // Without a locale, a browser can save files only under plain ASCII names.
      env: { LANG: "C.UTF-8", ...(process.env as Record<string, string>), ...chromium.env },
    },
  },
});
