import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { singleton } from "./singleton.ts";

/** Returns the id that the framework gave the build in the working directory; null without one. */
function writtenId(): string | null {
  try {
    return readFileSync(join(process.cwd(), ".next", "BUILD_ID"), "utf8");
  } catch {
    return null;
  }
}

/**
 * Returns an id of the running code, the same in all processes of one build. Without a build, as in development, each
 * process has its own, since its code may change.
 */
export const buildId = (): string =>
  singleton("build-id", () => (process.env.NODE_ENV === "production" && writtenId()) || randomUUID());
