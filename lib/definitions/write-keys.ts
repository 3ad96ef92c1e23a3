import { createHash } from "node:crypto";

/** A key for one of a job's several writes: 32 hex digits that follow from the job's own key and the step's name. */
export const stepKeyOf = (key: string, step: string): string =>
  createHash("sha256").update(`${key}/${step}`).digest("hex").slice(0, 32);
