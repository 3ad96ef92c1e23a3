import { ApiError, invalid } from "#lib/kernel/api-error";
import { type EntityTags, readEntityTags, type Tagged } from "#lib/kernel/entity-tag";
import { problem } from "#lib/kernel/field-error";

const MALFORMED = 'must be * or a list of entity tags in double quotes, such as "x1"';
const CHANGED = "Another change was saved after the record was read, so If-Match no longer names it; nothing was saved";
const UNTAGGED = "If-Match names a state of a record that has no strong ETag; nothing was saved";

/** Returns the entity tags of a request's `If-Match`; null without the header. Throws 400 if it is malformed. */
export function readIfMatch(headers: Headers): EntityTags | null {
  const given = headers.get("if-match");
  if (given === null) return null;
  const tags = readEntityTags(given);
  if (tags === null) throw invalid(problem("If-Match", MALFORMED));
  return tags;
}

/** Throws 412 for an `If-Match` on a route whose records have no tag that it could name (RFC 9110, section 13.1.1). */
export function refuseUntagged(headers: Headers): void {
  const tags = readIfMatch(headers);
  if (tags !== null && tags !== "*") throw new ApiError(412, UNTAGGED);
}

/**
 * Throws 412 unless the tags name a record's present state, by strong comparison: a weak tag names none. The error has
 * the present record if the caller may see it, so that a person can compare.
 */
export function assertNamed(tags: EntityTags | null, current: Tagged<object>, maySee: boolean): void {
  if (tags === null || tags === "*" || tags.includes(current.etag)) return;
  throw new ApiError(412, CHANGED, maySee ? { extra: { current }, headers: { etag: current.etag } } : {});
}
