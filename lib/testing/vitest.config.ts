import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    globalSetup: ["lib/testing/global-setup.ts"],
    include: ["lib/**/*.test.ts", "components/**/*.test.{ts,tsx}"],
    // A process per file: no state of one file's pools or listeners reaches another's.
    pool: "forks",
    maxWorkers: 2,
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? "silent" },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
