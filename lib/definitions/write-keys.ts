import { createHash } from "node:crypto";

/** Derives the key of a step from the job's key and the step's name: 32 hex digits. */
export const stepKeyOf = (key: string, step: string): string =>
  createHash("sha256").update(`${key}/${step}`).digest("hex").slice(0, 32);
