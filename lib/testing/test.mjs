import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installWhenNeeded, NODE, ROOT, runToEnd } from "../launcher/install.mjs";

// Plain JavaScript for Node.js 20: this file runs before any package is installed.

const RESULTS = join(ROOT, "e2e", ".results");
const UNIT = join(RESULTS, "unit.json");
const E2E = join(RESULTS, "e2e.json");

/** Checks that run in parallel: a title and its commands, each a package's program with arguments. */
const CHECKS = [
  ["Format and rules", ["@biomejs/biome/bin/biome", "check", "."]],
  ["Unused files, exports and packages", ["knip/bin/knip.js"]],
  ["Types", ["next/dist/bin/next", "typegen"], ["typescript/bin/tsc", "--noEmit"]],
];

/** Steps that run in this order after the checks, until one fails. */
const STEPS = [
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

/** Returns passed and failed tests of both runners; a file that fails to load counts as a failure. */
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

const environment = () => ({
  ...process.env,
  PATH: `${join(ROOT, "node_modules", ".bin")}${delimiter}${process.env.PATH}`,
  NEXT_TELEMETRY_DISABLED: "1",
});

/** Runs commands one after another until one fails. Returns the exit code of the failed command, or 0. */
async function runCommands(commands, options) {
  for (const [program, ...args] of commands) {
    const code = await runToEnd(NODE, [join(ROOT, "node_modules", program), ...args], {
      env: environment(),
      ...options,
    });
    if (code !== 0) return code;
  }
  return 0;
}

const reportOk = (title, since) => console.log(`--- ${title}: ok in ${Math.round((Date.now() - since) / 1000)} s`);

/** Runs a check. Its output is printed at its end, so that the outputs of two checks do not mix. */
async function runCheck([title, ...commands], index) {
  const since = Date.now();
  const file = join(RESULTS, `check-${index}.txt`);
  const output = openSync(file, "w");
  const code = await runCommands(commands, { stdio: ["ignore", output, output] });
  closeSync(output);
  console.log(`\n=== ${title} ===\n${readFileSync(file, "utf8").trimEnd()}`);
  if (code === 0) reportOk(title, since);
  return { title, code };
}

async function runSteps() {
  mkdirSync(RESULTS, { recursive: true });
  const checks = await Promise.all(CHECKS.map(runCheck));
  const failed = checks.find(({ code }) => code !== 0);
  if (failed) return { failedStep: failed.title, code: failed.code };
  for (const [title, ...commands] of STEPS) {
    const since = Date.now();
    console.log(`\n=== ${title} ===`);
    const code = await runCommands(commands);
    if (code !== 0) return { failedStep: title, code };
    reportOk(title, since);
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
