import type { Shown } from "#lib/definitions/shown";
import type { OperationId } from "./catalog.ts";
import { shownOperations } from "./generated/shown.ts";

/** Returns how the console shows the jobs of a type; undefined for internal jobs. Browser-safe. */
export const shownOf = (type: string): Shown | undefined => shownOperations[type as OperationId];
