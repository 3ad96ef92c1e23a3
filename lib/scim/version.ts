import { hash } from "node:crypto";
import { DomainError } from "#lib/kernel/domain-error";
import { type EntityTags, readEntityTags } from "#lib/kernel/entity-tag";
import { invalidValue } from "./values.ts";

/**
 * Returns the version of a resource as a weak entity tag (RFC 7644 section 3.14): it is made of what the resource says,
 * whatever part of it an answer shows.
 */
export const versionOf = (resource: object): string => `W/"${hash("sha256", JSON.stringify(resource), "base64url")}"`;

/** Returns a tag without the mark of a weak one: clients send a version back with or without it. */
const opaque = (tag: string): string => tag.replace(/^W\//, "");

const names = (tags: EntityTags, version: string): boolean =>
  tags === "*" || tags.some((each) => opaque(each) === opaque(version));

/** Returns whether a read's `If-None-Match` names the present version. A malformed one names none. */
export function isSeen(header: string | null, version: string): boolean {
  const tags = header === null ? null : readEntityTags(header);
  return tags !== null && names(tags, version);
}

/** Throws 412 unless a change's `If-Match` names the present version, or is absent; 400 for a malformed one. */
export function assertVersion(header: string | null, version: string): void {
  if (header === null) return;
  const tags = readEntityTags(header);
  if (!tags) throw invalidValue("If-Match must be a list of versions, or *");
  if (names(tags, version)) return;
  throw new DomainError(
    "precondition_failed",
    `The user has changed since: it has the version ${version} now; nothing was saved`,
  );
}
