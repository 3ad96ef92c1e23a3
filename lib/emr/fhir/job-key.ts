import type { Identifier } from "fhir/r4";
import { isRecord } from "./untrusted.ts";

/** System of the identifiers that mark what a job of this product wrote; the value is the job's idempotency key. */
export const JOB_SYSTEM = "urn:clinical-records-console:job";

/** `use` of the identifier of a change: a record keeps that of its creation, and that of its last change. */
const OF_CHANGE = "secondary";

/** Returns the identifiers of a resource of any shape. */
const identifiersOf = (resource: object): Identifier[] => {
  const { identifier } = resource as { identifier?: unknown };
  return Array.isArray(identifier) ? identifier.filter(isRecord) : [];
};

/** Returns whether an identifier is such a mark, which is nobody's number. */
export const isJobKey = ({ system }: { system?: unknown }): boolean => system === JOB_SYSTEM;

/** Returns the identifier that a new resource carries. */
export const keyIdentifier = (key: string): Identifier => ({ system: JOB_SYSTEM, value: key });

/** Returns the search for the resources that carry a key, for the query of a search and for `If-None-Exist`. */
export const keySearch = (key: string): string => `identifier=${encodeURIComponent(`${JOB_SYSTEM}|${key}`)}`;

/** Returns whether a resource carries a key. */
export const hasKey = (resource: object, key: string): boolean =>
  identifiersOf(resource).some(({ system, value }) => system === JOB_SYSTEM && value === key);

/** Returns the identifiers of a resource without the key of its last change. */
export const withoutChangeKey = (resource: object): Identifier[] =>
  identifiersOf(resource).filter(({ system, use }) => system !== JOB_SYSTEM || use !== OF_CHANGE);

/** Returns the identifiers of a changed resource: the key of its last change gives way to this one. */
export const withChangeKey = (resource: object, key: string): Identifier[] => [
  ...withoutChangeKey(resource),
  { ...keyIdentifier(key), use: OF_CHANGE },
];
