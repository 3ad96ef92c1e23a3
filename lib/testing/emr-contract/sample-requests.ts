import { catalog } from "#lib/catalog/generated/definitions";
import type { OperationDefinition } from "#lib/definitions/operation";
import type { Capability } from "#lib/emr/port/capability";
import { clinicRequests } from "#lib/testing/clinic-requests";
import type { PassedRequest } from "./passed-on-writes.ts";

const withoutRecord = Object.values<OperationDefinition>(catalog).filter(({ path }) => !path.includes("{"));

/**
 * A request of each capability at the practice of `openClinic`, from the samples of the operations whose path names no record;
 * of several operations the first in the menus.
 */
export const sampleRequests: Partial<Record<Capability, PassedRequest>> = Object.fromEntries(
  withoutRecord.toReversed().flatMap(({ capability, method, path }) => {
    if (!capability) return [];
    return [[capability, { method, path, body: clinicRequests[`${method} ${path}`] ?? {} }]];
  }),
);
