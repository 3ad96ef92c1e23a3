import { hash } from "node:crypto";
import { buildId } from "#lib/kernel/build-id";
import { namesWeakly, readEntityTags } from "#lib/kernel/entity-tag";
import type { Principal } from "#lib/kernel/principal";

const texts = new WeakMap<ReadonlySet<string>, string>();

/** Returns the permissions as a text. The sets of all callers are few, and sorting one takes longer than the rest. */
function textOf(permissions: ReadonlySet<string>): string {
  const known = texts.get(permissions);
  if (known !== undefined) return known;
  const text = [...permissions].sort().join(" ");
  texts.set(permissions, text);
  return text;
}

const digest = (parts: unknown[]): string => hash("sha256", JSON.stringify(parts), "base64url");

/**
 * Returns a digest of all that an answer about synchronized records depends on besides these: the build, the caller's
 * scope, and the request (decisions §5).
 */
export function identityOf({ organizationId, linkedAccountId, permissions, embed }: Principal, url: URL): string {
  const { patientMrn = null, jobId = null, owner = null, offer = null } = embed ?? {};
  const scope = [organizationId, linkedAccountId, textOf(permissions), patientMrn, jobId, owner, offer];
  return digest([buildId(), ...scope, url.pathname, url.search]);
}

/** The state of an answer's records, of which its ETag is made. */
export interface RecordState {
  version: string;
  /** Names the kinds of records that are not whole yet. */
  warnings: readonly string[];
}

/**
 * Returns the ETag of an answer. It is weak, because one tag stands for the compressed and the plain body (RFC 9110,
 * section 8.8.1).
 */
export const validatorOf = (identity: string, { version, warnings }: RecordState): string =>
  `W/"${digest([identity, version, warnings])}"`;

/**
 * Returns whether an `If-None-Match` names a tag, by weak comparison, or whatever there is by `*` (RFC 9110, section
 * 13.1.2).
 */
export function namesTag(ifNoneMatch: string | null, tag: string): boolean {
  const named = readEntityTags(ifNoneMatch ?? "");
  return named === "*" || namesWeakly(named ?? [], tag);
}

/** Returns the answer to a request whose body the caller already has. */
export const notModified = (etag: string): Response =>
  new Response(null, { status: 304, headers: { etag, "cache-control": "no-store" } });
