import type { OperationDefinition } from "#lib/definitions/operation";
import { stepKeyOf } from "#lib/definitions/write-keys";
import { catalog } from "./generated/definitions.ts";

/** Steps of operations that write to the EMR more than once; each has a separate idempotency key (interface 3.2). */
const STEPS = new Set(Object.values<OperationDefinition>(catalog).flatMap(({ steps = [] }) => steps));

/** Every idempotency key that a job with this key may have given to the EMR. */
export const writeKeysOf = (key: string): string[] => [key, ...[...STEPS].map((step) => stepKeyOf(key, step))];
