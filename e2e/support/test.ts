import { test as base } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { KeptContext } from "./kept-context.ts";
import { readDemo } from "./product.ts";

interface TestFixtures {
  demo: DemoFile;
  /** Gives a test a context that no other test uses, because what it changes cannot be reset, such as the clock. */
  ownContext: boolean;
}

/**
 * Playwright's `test` with the credentials of this run's product. `context` and `page` belong to a context that the
 * tests of a worker share, unless a test fails, wants its own, or sets other options of contexts.
 */
export const test = base.extend<TestFixtures, { kept: KeptContext }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  demo: async ({}, use) => {
    const dataDir = process.env.E2E_DATA_DIR;
    if (!dataDir) throw new Error("Started without the run's setup: use npm run test:e2e");
    await use(await readDemo(dataDir));
  },
  ownContext: [false, { option: true }],
  kept: [
    async ({ browser }, use) => {
      const kept = new KeptContext(browser);
      await use(kept);
      await kept.discard();
    },
    { scope: "worker" },
  ],
  context: async ({ kept, ownContext, contextOptions, timezoneId, viewport }, use, info) => {
    const own = ownContext ? info.testId : "";
    await use(await kept.open(JSON.stringify([own, contextOptions, timezoneId, viewport])));
    const isSpent = ownContext || info.status !== info.expectedStatus;
    await (isSpent ? kept.discard() : kept.reset());
  },
});

export { expect } from "@playwright/test";
