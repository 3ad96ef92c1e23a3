import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { COMPILE_CACHE, installWhenNeeded, NODE, ROOT, runToEnd } from "../launcher/install.mjs";

// Plain JavaScript for Node.js 20: this file runs before any package is installed.

/** Without `--all`, the tests that are tagged `long` are left out (CONTRIBUTING.md). */
const ALL = process.argv.includes("--all");

const RESULTS = join(ROOT, "e2e", ".results");
const UNIT = join(RESULTS, "unit.json");
const E2E = join(RESULTS, "e2e.json");

/** Each step is a title and its commands; a command is a package's program with arguments. */
const CHECKS = [
  ["Format and rules", ["@biomejs/biome/bin/biome", "check", "."]],
  ["Unused files, exports and packages", ["knip/bin/knip.js"]],
  ["Types", ["next/dist/bin/next", "typegen"], ["typescript/bin/tsc", "--noEmit"]],
];
const UNIT_TESTS = [
  "Unit and integration tests",
  [
    "vitest/vitest.mjs",
    "run",
    "--config=lib/testing/vitest.config.ts",
    "--reporter=default",
    "--reporter=./lib/testing/second-tries.ts",
    "--reporter=json",
    `--outputFile.json=${UNIT}`,
    ...(ALL ? [] : ["--tags-filter=!long"]),
  ],
];
const BUILD = ["Build", ["../lib/launcher/build-now.ts"]];
const E2E_TESTS = [
  "End-to-end tests",
  ["@playwright/test/cli.js", "test", "--config=e2e/playwright.config.ts", ...(ALL ? [] : ["--grep-invert=@long"])],
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
  // The tests start dozens of processes of the product.
  NODE_COMPILE_CACHE: COMPILE_CACHE,
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

/** Runs a step whose output is printed at its end, so that the outputs of two steps do not mix. */
async function runQuietly([title, ...commands]) {
  const since = Date.now();
  const file = join(RESULTS, `${title.toLowerCase().replace(/\W+/g, "-")}.txt`);
  const output = openSync(file, "w");
  const code = await runCommands(commands, { stdio: ["ignore", output, output] });
  closeSync(output);
  console.log(`\n=== ${title} ===\n${readFileSync(file, "utf8").trimEnd()}`);
  if (code === 0) reportOk(title, since);
  return { title, code };
}

/** Runs a step whose output is printed at once. */
async function runAloud([title, ...commands]) {
  const since = Date.now();
  console.log(`\n=== ${title} ===`);
  const code = await runCommands(commands);
  if (code === 0) reportOk(title, since);
  return { title, code };
}

const firstFailed = (ended) => ended.find(({ code }) => code !== 0);

/** Runs the checks in parallel and, if they pass, the build, which changes the generated types that one of them reads. */
async function checkAndBuild() {
  const checks = await Promise.all(CHECKS.map(runQuietly));
  return firstFailed(checks) ?? runQuietly(BUILD);
}

/** Returns the failed step, or null. */
async function runSteps() {
  mkdirSync(RESULTS, { recursive: true });
  // The tests beside the source often wait; the checks and the build take that time.
  const failed = firstFailed(await Promise.all([runAloud(UNIT_TESTS), checkAndBuild()]));
  if (failed) return failed;
  const tests = await runAloud(E2E_TESTS);
  return tests.code === 0 ? null : tests;
}

rmSync(RESULTS, { recursive: true, force: true });
const installed = await installWhenNeeded({ withTools: true });
const failedStep = installed === 0 ? await runSteps() : { title: "Install", code: installed };
const { passed, failed } = counts();
if (failedStep) console.log(`\n${failedStep.title} failed.`);
if (!ALL) console.log("\nThe long tests were left out: npm run test:all runs them, too.");
console.log(`\n${passed} passed, ${failedStep ? Math.max(failed, 1) : failed} failed`);
process.exit(failedStep?.code ?? 0);
