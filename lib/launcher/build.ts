import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { StartFailure } from "#lib/kernel/start-failure";

/** Sources of the build. The absence of a file counts as well. */
const FOLDERS = ["app", "components", "lib", "public"];
const FILES = [
  "instrumentation.ts",
  "next.config.mjs",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "proxy.ts",
  "tailwind.config.ts",
  "tsconfig.json",
];
const NOT_BUILT = /\.test\.tsx?$/;
const STAMP = ".next/sources.sha256";
const LAST_LINES = 20;

/** Returns a digest of all sources of the build in .next. */
export async function sourcesDigest(root: string): Promise<string> {
  const found = await Promise.all(
    FOLDERS.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => [])),
  );
  const paths = found
    .flat()
    .filter((entry) => entry.isFile() && !NOT_BUILT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  // Only the major version: an image may have another patch release than the machine that built.
  const digest = createHash("sha256").update(process.versions.node.replace(/\..*/, ""));
  for (const path of [...paths.sort(), ...FILES.map((file) => join(root, file))]) {
    digest.update(`\0${path.slice(root.length)}\0`).update(await readFile(path).catch(() => ""));
  }
  return digest.digest("hex");
}

/** Checks whether the build in .next matches the current sources. */
export async function isBuilt(root: string): Promise<boolean> {
  const stamp = await readFile(join(root, STAMP), "utf8").catch(() => null);
  return stamp !== null && stamp === (await sourcesDigest(root));
}

/**
 * Builds the console into .next. Throws a StartFailure with the end of the build's output. `onStart` receives the
 * process, so that the caller can end it.
 */
export async function build(root: string, onStart: (child: ChildProcess) => void): Promise<void> {
  const digest = await sourcesDigest(root);
  await rm(join(root, STAMP), { force: true });
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const child = spawn(process.execPath, [next, "build"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onStart(child);
  let output = "";
  const listen = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-16_000);
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0)
    throw new StartFailure(`The build failed:\n${output.trim().split("\n").slice(-LAST_LINES).join("\n")}`);
  await writeFile(join(root, STAMP), digest);
}
