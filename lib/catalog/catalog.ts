import type { JobDefinition, OperationDefinition } from "#lib/definitions/operation";
import { catalog, internalJobs } from "./generated/definitions.ts";

export type OperationId = keyof typeof catalog;
export type InternalJobId = keyof typeof internalJobs;

export const operationIds = Object.keys(catalog) as OperationId[];

/** Returns the operation with this id, or undefined if a stored job has a removed or internal type. */
export const findOperation = (id: string): OperationDefinition | undefined =>
  id in catalog ? catalog[id as OperationId] : undefined;

/** Returns the definition of a job type, or undefined if a stored job has a removed type. */
export const findJobDefinition = (id: string): JobDefinition | undefined =>
  findOperation(id) ?? (id in internalJobs ? internalJobs[id as InternalJobId] : undefined);
