import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { COMPILE_CACHE, installWhenNeeded, NODE, ROOT } from "./install.mjs";

// Plain JavaScript for Node.js 20: this file runs before any package is installed.

const PARENT_CHECK_MS = 500;

/**
 * Returns the pid of the parent's parent if the system provides it: npm may have started a shell between itself and
 * this process.
 */
function grandparent() {
  try {
    return /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${process.ppid}/status`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}

/** Calls `then` once npm, or the shell between, has ended: a killed parent cannot forward signals. */
function whenParentIsGone(then) {
  const parent = process.ppid;
  const above = grandparent();
  const timer = setInterval(() => {
    if (process.ppid === parent && grandparent() === above) return;
    clearInterval(timer);
    then();
  }, PARENT_CHECK_MS);
  timer.unref();
}

const installed = await installWhenNeeded();
if (installed !== 0) process.exit(installed);

// The launcher detects the end of this process by the IPC channel, and ends too.
const launcher = spawn(NODE, [fileURLToPath(new URL("./launch.ts", import.meta.url)), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: ["inherit", "inherit", "inherit", "ipc"],
  env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => launcher.kill(signal));
if (process.env.npm_lifecycle_event) whenParentIsGone(() => launcher.kill("SIGTERM"));
launcher.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
launcher.on("exit", (code, signal) => {
  if (signal) console.error(`The launcher was ended by ${signal}; its processes end by themselves`);
  process.exit(code ?? 1);
});
