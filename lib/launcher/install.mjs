import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const STAMP = join(ROOT, "node_modules", ".installed-lock");
const STILL_AT_IT_MS = 10_000;
const WINDOWS = process.platform === "win32";

/** The Node.js that the product brings; the one that runs this file may be older. */
export const NODE = join(ROOT, "node_modules", "node", "bin", WINDOWS ? "node.exe" : "node");

const lockDigest = () =>
  createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");

function isInstalled() {
  return existsSync(NODE) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === lockDigest();
}

/**
 * Runs a program to its end with our terminal as its own, and ends it when we are asked to end.
 * @returns {Promise<number>} its exit code; 1 where a signal ended it
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

/**
 * Installs the packages of package-lock.json unless that was done already. Needs nothing but Node.js 20 and npm.
 * @returns {Promise<number>} 0; the exit code of the npm that failed; 1 where it left the Node.js out that we need
 */
export async function installWhenNeeded() {
  if (isInstalled()) return 0;
  console.log("Installing packages (a minute or two) …");
  // npm tells its scripts where it is; on Windows it can't be started by its name alone.
  const npm = process.env.npm_execpath;
  // What builds and runs the product is among the packages that npm leaves out where NODE_ENV is production, and
  // what is made for this platform among those that it may be told to leave out. Errors alone: npm would warn at
  // length that packages want a newer Node.js, which is one of them and runs them.
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const since = Date.now();
  const reminder = setInterval(() => console.log(`  … ${Math.round((Date.now() - since) / 1000)} s`), STILL_AT_IT_MS);
  const code = npm ? await runToEnd(process.execPath, [npm, ...args]) : await runToEnd("npm", args, { shell: WINDOWS });
  clearInterval(reminder);
  if (code !== 0) return code;
  if (!existsSync(NODE)) {
    console.error(
      `npm installed the packages, but not the Node.js that is among them (${NODE}): allow npm its install scripts (npm config set ignore-scripts false), then start again`,
    );
    return 1;
  }
  writeFileSync(STAMP, lockDigest());
  return 0;
}
