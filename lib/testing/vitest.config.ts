import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const TESTS = ["lib/**/*.test.ts", "components/**/*.test.{ts,tsx}"];
const STREAM_TESTS = "lib/stream/**/*.test.ts";

const shared = {
  // A process per file: no state of one file's pools or listeners reaches another's.
  pool: "forks",
  maxWorkers: 2,
  env: { LOG_LEVEL: process.env.LOG_LEVEL ?? "silent" },
  testTimeout: 30_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    globalSetup: ["lib/testing/global-setup.ts"],
    projects: [
      { test: { ...shared, name: "all", include: TESTS, exclude: [STREAM_TESTS], sequence: { groupOrder: 0 } } },
      {
        // A stream sends what no running transaction of the whole server can still precede: other files' would hold
        // it back, though they are in other databases. So these files run afterwards, one by one.
        test: {
          ...shared,
          name: "stream",
          include: [STREAM_TESTS],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
