import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { alone } from "./alone.mjs";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const STAMP = join(ROOT, "node_modules", ".installed-lock");
const STILL_AT_IT_MS = 10_000;
const WINDOWS = process.platform === "win32";

/** Path of the Node.js that the product installs; the one that runs this file may be older. */
export const NODE = join(ROOT, "node_modules", "node", "bin", WINDOWS ? "node.exe" : "node");

/** Node.js's compile cache, which shortens a process's start by a third. */
export const COMPILE_CACHE = join(ROOT, "node_modules", ".cache", "node");

const lockDigest = () =>
  createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");

/** What a stamp says: the lock file whose packages are installed, and whether those of the tests are among them. */
const stampOf = (withTools) => (withTools ? `${lockDigest()} with tools` : lockDigest());

function isInstalled(withTools) {
  if (!existsSync(NODE) || !existsSync(STAMP)) return false;
  const stamp = readFileSync(STAMP, "utf8");
  return stamp === stampOf(true) || (!withTools && stamp === stampOf(false));
}

/**
 * Runs a program with this process's terminal, and ends it when this process receives a signal to end.
 * @returns {Promise<number>} the exit code; 1 if a signal ended the program
 */
export function runToEnd(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: "inherit", ...options });
    const forward = (signal) => child.kill(signal);
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, forward);
    child.on("error", reject);
    child.on("exit", (code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve(code ?? 1);
    });
  });
}

/** Has npm install the packages. @returns {Promise<number>} the exit code of npm; 1 if it omitted the required Node.js */
async function install(withTools) {
  console.log("Installing packages (a minute or two) …");
  // npm passes its path to its scripts. On Windows npm cannot be started by name.
  const npm = process.env.npm_execpath;
  // Tools are added to the packages of a product that may be running: `npm ci` would remove those first.
  const how = isInstalled(false) ? ["install", "--no-save"] : ["ci"];
  // By name: npm omits the tools if NODE_ENV is production, and its configuration may omit this platform's packages.
  // Logs only errors: npm would warn that packages need a newer Node.js, although one of the packages is that Node.js.
  const which = [withTools ? "--include=dev" : "--omit=dev", "--include=optional"];
  const args = [...how, ...which, "--no-audit", "--no-fund", "--loglevel=error"];
  const since = Date.now();
  const reminder = setInterval(() => console.log(`  … ${Math.round((Date.now() - since) / 1000)} s`), STILL_AT_IT_MS);
  const code = npm ? await runToEnd(process.execPath, [npm, ...args]) : await runToEnd("npm", args, { shell: WINDOWS });
  clearInterval(reminder);
  if (code !== 0) return code;
  if (!existsSync(NODE)) {
    console.error(
      `npm installed the packages without Node.js (${NODE}): allow npm to run install scripts (npm config set ignore-scripts false), then start again`,
    );
    return 1;
  }
  writeFileSync(STAMP, stampOf(withTools));
  return 0;
}

/**
 * Installs the packages of package-lock.json unless they are installed: those that build and run the product, and with
 * `withTools` those of the tests, too. Waits while another process of this folder installs. Needs only Node.js 20 and npm.
 * @param {{ withTools?: boolean }} [options]
 * @returns {Promise<number>} 0; the exit code of npm if it failed; 1 if npm omitted the required Node.js
 */
export async function installWhenNeeded({ withTools = false } = {}) {
  if (isInstalled(withTools)) return 0;
  return alone(
    `install ${ROOT}`,
    () => console.log("Another start is installing the packages …"),
    async () => (isInstalled(withTools) ? 0 : install(withTools)),
  );
}
