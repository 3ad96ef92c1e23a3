import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The oldest major version that the typed client promises to run in. */
const OLDEST = 20;

interface Runtime {
  path: string;
  /** Such as `v20.20.2`. */
  version: string;
}

const majorOf = ({ version }: Runtime): number => Number(/^v(\d+)\./.exec(version)?.[1]);

/**
 * Returns the oldest Node.js of the PATH from version 20 on. The product starts with the machine's own and runs in one
 * that it installs, so a machine with Node.js 20 runs the client's tests in it.
 */
export function oldestNode(): Runtime {
  const programs = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "node"));
  const found = [process.execPath, ...programs.filter(existsSync)].map((path) => ({
    path,
    version: execFileSync(path, ["--version"], { encoding: "utf8" }).trim(),
  }));
  const able = found.filter((each) => majorOf(each) >= OLDEST);
  return able.reduce((oldest, each) => (majorOf(each) < majorOf(oldest) ? each : oldest));
}
