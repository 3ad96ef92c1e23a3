import { createHash } from "node:crypto";
import { catalog } from "#lib/catalog/catalog";
import type { OperationDefinition } from "./operation.ts";

/** The steps of all operations that write to the EMR more than once, each with a key of its own (interface 3.2). */
const STEPS = new Set((Object.values(catalog) as unknown as OperationDefinition[]).flatMap(({ steps = [] }) => steps));

/** A key for one of a job's several writes: 32 hex digits that follow from the job's own key and the step's name. */
export const stepKeyOf = (key: string, step: string): string =>
  createHash("sha256").update(`${key}/${step}`).digest("hex").slice(0, 32);

/** Every idempotency key that a job with this key may have given to the EMR. */
export const writeKeysOf = (key: string): string[] => [key, ...[...STEPS].map((step) => stepKeyOf(key, step))];
