import { createHash } from "node:crypto";

/** Returns the id of a queue entry that all processes derive alike from what it is for, so that they write it once. */
export function derivedId(of: string): string {
  const digest = createHash("sha256").update(of).digest("hex");
  return `${digest.slice(0, 12)}8${digest.slice(13, 16)}8${digest.slice(17, 32)}`;
}
