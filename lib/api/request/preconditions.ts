import { DomainError, invalid } from "#lib/kernel/domain-error";
import { type EntityTags, namesWeakly, readEntityTags, type Tagged } from "#lib/kernel/entity-tag";
import { problem } from "#lib/kernel/field-error";

const MALFORMED = 'must be * or a list of entity tags in double quotes, such as "x1"';
const CHANGED = "Another change was saved after the record was read, so If-Match no longer names it; nothing was saved";
const UNTAGGED = "If-Match names a state of a record that has no strong ETag; nothing was saved";
const NOT_JUDGED =
  "If-None-Match is judged for changes of records with a strong ETag alone, which this is not; nothing was saved";
const THERE = "The record is there as If-None-Match names it; nothing was saved";
const GONE = "There is no record that If-Match could name; nothing was saved";
const READ_CHANGED = "The answer has no strong ETag that If-Match names";

/** What a request says about the state of the record that it reads or changes (RFC 9110, section 13.1). */
export interface Preconditions {
  /** The states of which it must be one; null for any. */
  match: EntityTags | null;
  /** The states of which it must be none; null for none. */
  noneMatch: EntityTags | null;
}

function read(headers: Headers, name: "If-Match" | "If-None-Match"): EntityTags | null {
  const given = headers.get(name);
  if (given === null) return null;
  const tags = readEntityTags(given);
  if (tags === null) throw invalid(problem(name, MALFORMED));
  return tags;
}

/**
 * Returns a request's `If-Match` and `If-None-Match`. Throws 400 for a malformed one. No record has a `Last-Modified`, so the
 * conditions about time are ignored, as RFC 9110 (sections 13.1.3 and 13.1.4) says.
 */
export const readPreconditions = (headers: Headers): Preconditions => ({
  match: read(headers, "If-Match"),
  noneMatch: read(headers, "If-None-Match"),
});

/**
 * Throws 412 for a condition on a route whose answer has no strong tag that it could name: any tag of `If-Match`, and of a
 * write any `If-None-Match`, since no condition is passed over.
 */
export function refuseUntagged({ match, noneMatch }: Preconditions, isRead: boolean): void {
  if (match !== null && match !== "*") throw new DomainError("precondition_failed", isRead ? READ_CHANGED : UNTAGGED);
  if (noneMatch !== null && !isRead) throw new DomainError("precondition_failed", NOT_JUDGED);
}

/** Throws 412 if a read's `If-Match` does not name the strong tag of what it would be answered with. */
export function assertRead(headers: Headers, etag: string): void {
  const { match } = readPreconditions(headers);
  if (match === null || match === "*" || match.includes(etag)) return;
  throw new DomainError("precondition_failed", READ_CHANGED, { etag });
}

/**
 * Throws 412 unless a record is in a state of `If-Match`, by strong comparison, and in none of `If-None-Match`, by weak
 * comparison. `isThere` is false for a record that a write would create; `*` names every one that is there. The error has
 * the present record if the caller may see it, so that a person can compare.
 */
export function assertState(
  { match, noneMatch }: Preconditions,
  { current, isThere, maySee }: { current: Tagged<object>; isThere: boolean; maySee: boolean },
): void {
  const seen = maySee ? { details: { current }, etag: current.etag } : {};
  if (match === "*" && !isThere) throw new DomainError("precondition_failed", GONE);
  if (match !== null && match !== "*" && !match.includes(current.etag))
    throw new DomainError("precondition_failed", CHANGED, seen);
  if (noneMatch === null) return;
  if (noneMatch === "*" ? isThere : namesWeakly(noneMatch, current.etag))
    throw new DomainError("precondition_failed", THERE, seen);
}
