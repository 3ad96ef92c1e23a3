import { hash } from "node:crypto";
import { buildId } from "#lib/kernel/build-id";
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

/**
 * Returns the ETag of an answer about synchronized records (decisions §5). It is made of all that the answer depends
 * on: the build, the caller's scope, the request, the version of the records that are read, and the warnings about them.
 * It is weak, because one tag stands for the compressed and the plain body (RFC 9110, section 8.8.1).
 */
export function validatorOf(
  { organizationId, linkedAccountId, permissions, embed }: Principal,
  url: URL,
  { version, warnings }: { version: string; warnings: readonly string[] },
): string {
  const scope = [organizationId, linkedAccountId, textOf(permissions), embed?.patientMrn ?? null, embed?.jobId ?? null];
  const parts = [buildId(), ...scope, url.pathname, url.search, version, warnings];
  return `W/"${hash("sha256", JSON.stringify(parts), "base64url")}"`;
}

/** Returns whether an `If-None-Match` names a tag, by weak comparison (RFC 9110, section 13.1.2). */
export const namesTag = (ifNoneMatch: string, tag: string): boolean => {
  const opaque = tag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((each) => each.trim().replace(/^W\//, "") === opaque);
};

/** Returns the answer to a request whose body the caller already has. */
export const notModified = (etag: string): Response =>
  new Response(null, { status: 304, headers: { etag, "cache-control": "no-store" } });
