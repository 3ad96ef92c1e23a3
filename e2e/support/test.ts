import { test as base } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readDemo } from "./product.ts";

/** Playwright's `test` with the credentials of this run's product. */
export const test = base.extend<{ demo: DemoFile }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  demo: async ({}, use) => {
    const dataDir = process.env.E2E_DATA_DIR;
    if (!dataDir) throw new Error("Started without the run's setup: use npm run test:e2e");
    await use(await readDemo(dataDir));
  },
});

export { expect } from "@playwright/test";
