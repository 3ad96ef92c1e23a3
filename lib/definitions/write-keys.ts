import { createHash } from "node:crypto";

/** Steps of operations that write to the EMR more than once; each has a separate idempotency key (interface 3.2). */
const STEPS = ["team", "service", "signature"] as const;

/** Derives the key of a step from the job's key and the step's name: 32 hex digits. */
export const stepKeyOf = (key: string, step: string): string =>
  createHash("sha256").update(`${key}/${step}`).digest("hex").slice(0, 32);

/** Returns every idempotency key that a job with this key may have sent to the EMR. */
export const writeKeysOf = (key: string): string[] => [key, ...STEPS.map((step) => stepKeyOf(key, step))];
