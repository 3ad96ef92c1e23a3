import { existsSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installWhenNeeded, NODE, ROOT, runToEnd } from "../launcher/install.mjs";

// Plain JavaScript for Node.js 20: this is what runs before anything is installed.

const RESULTS = join(ROOT, "e2e", ".results");
const UNIT = join(RESULTS, "unit.json");
const E2E = join(RESULTS, "e2e.json");

/** In this order, up to the first that fails: a title and the commands, each a package's program with its arguments. */
const STEPS = [
  ["Format and rules", ["@biomejs/biome/bin/biome", "check", "."]],
  ["Unused files, exports and packages", ["knip/bin/knip.js"]],
  ["Types", ["next/dist/bin/next", "typegen"], ["typescript/bin/tsc", "--noEmit"]],
  [
    "Unit and integration tests",
    [
      "vitest/vitest.mjs",
      "run",
      "--config=lib/testing/vitest.config.ts",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${UNIT}`,
    ],
  ],
  ["Build", ["../lib/launcher/build-now.ts"]],
  ["End-to-end tests", ["@playwright/test/cli.js", "test", "--config=e2e/playwright.config.ts"]],
];

function readResults(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Passed and failed tests of both runners; a file that could not even be loaded is a failure too. */
function counts() {
  const unit = readResults(UNIT);
  const e2e = readResults(E2E);
  const unloaded = (unit?.testResults ?? []).filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.every((each) => each.status !== "failed"),
  );
  return {
    passed: (unit?.numPassedTests ?? 0) + (e2e?.stats.expected ?? 0) + (e2e?.stats.flaky ?? 0),
    failed:
      (unit?.numFailedTests ?? 0) + unloaded.length + (e2e?.stats.unexpected ?? 0) + (e2e ? e2e.errors.length : 0),
  };
}

async function runSteps() {
  const path = `${join(ROOT, "node_modules", ".bin")}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: "1" };
  for (const [title, ...commands] of STEPS) {
    const since = Date.now();
    console.log(`\n=== ${title} ===`);
    for (const [program, ...args] of commands) {
      const code = await runToEnd(NODE, [join(ROOT, "node_modules", program), ...args], { env });
      if (code !== 0) return { failedStep: title, code };
    }
    console.log(`--- ${title}: ok in ${Math.round((Date.now() - since) / 1000)} s`);
  }
  return { failedStep: null, code: 0 };
}

rmSync(RESULTS, { recursive: true, force: true });
const installed = await installWhenNeeded();
const { failedStep, code } = installed === 0 ? await runSteps() : { failedStep: "Install", code: installed };
const { passed, failed } = counts();
if (failedStep) console.log(`\n${failedStep} failed.`);
console.log(`\n${passed} passed, ${failedStep ? Math.max(failed, 1) : failed} failed`);
process.exit(code);
