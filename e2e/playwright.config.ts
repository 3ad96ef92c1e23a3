import { defineConfig, devices } from "@playwright/test";
import { findHeadlessShell } from "./chromium.ts";
import { freePort } from "./support/free-port.ts";

const chromium = await findHeadlessShell();

// Workers read this file too: they get the port that the first reader chose.
process.env.E2E_PORT ??= String(await freePort());

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: ".results/artifacts",
  globalSetup: "./support/global-setup.ts",
  timeout: 60_000,
  // The machine may be a small one that does other things beside.
  expect: { timeout: 15_000 },
  // The processor rests while a test waits for the product.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: ".results/e2e.json" }]],
  projects: [
    // First and alone: it measures how long a start takes.
    { name: "lifecycle", testMatch: "lifecycle.spec.ts" },
    { name: "console", testIgnore: "lifecycle.spec.ts", dependencies: ["lifecycle"] },
  ],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
    viewport: { width: 1280, height: 800 },
    // A trace takes as much of the processor as the test itself: `--trace on` keeps one of what has to be looked into.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromium.executablePath,
      // Without a locale a browser can't name a file in more than plain ASCII.
      env: { LANG: "C.UTF-8", ...(process.env as Record<string, string>), ...chromium.env },
    },
  },
});
