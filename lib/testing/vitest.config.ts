import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongFirst } from "./long-first.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TESTS = ["lib/**/*.test.ts", "components/**/*.test.{ts,tsx}"];

/**
 * Test files that mock modules, since a mock only applies in a process that has not loaded the module yet, and those that
 * collect garbage, since other files' memory would be counted and would make each collection slow.
 */
const ALONE = globSync(TESTS, { cwd: ROOT }).filter((path) =>
  /vi\.mock\(|--expose-gc/.test(readFileSync(join(ROOT, path), "utf8")),
);

export default defineConfig({
  root: ROOT,
  test: {
    // `npm test` leaves the tests with this tag out; `npm run test:all` runs them, too (CONTRIBUTING.md says which).
    tags: [{ name: "long", timeout: 240_000 }],
    globalSetup: ["lib/testing/global-setup.ts"],
    setupFiles: ["lib/testing/leave-no-trace.ts"],
    pool: "forks",
    // Tests often wait, for timeouts and leases: four processes keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? "silent" },
    // Ends what hangs. Bounds of the product are asserted by the tests themselves; a busy machine takes twice as long.
    // On a shared CI machine one stall must not fail a run, as in the browser's tests; second-tries.ts lists who needed it.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As in the browser's tests; the default of a second is too short for a busy machine.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      // A process runs many files: loading the application for each file took longer than most tests.
      { extends: true, test: { name: "shared process", isolate: false, include: TESTS, exclude: ALONE } },
      { extends: true, test: { name: "own process", isolate: true, include: ALONE } },
    ],
  },
});
