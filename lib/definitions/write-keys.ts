import { createHash } from "node:crypto";

/** The steps of the operations that write to the EMR more than once, each with a key of its own (interface 3.2). */
const STEPS = ["team", "service", "signature"] as const;

/** A key for one of a job's several writes: 32 hex digits that follow from the job's own key and the step's name. */
export const stepKeyOf = (key: string, step: string): string =>
  createHash("sha256").update(`${key}/${step}`).digest("hex").slice(0, 32);

/** Every idempotency key that a job with this key may have given to the EMR. */
export const writeKeysOf = (key: string): string[] => [key, ...STEPS.map((step) => stepKeyOf(key, step))];
