import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";

/**
 * The content of the entry `a` as text that is the same on every server and in every session. Leaves out its id, which
 * the link states, and empty columns, so that a column added later (which must be empty in earlier entries) does not
 * change their digests.
 */
export const ENTRY_TEXT: SQL<string> = sql`
  (jsonb_strip_nulls(to_jsonb(a) - 'id' - 'at') || jsonb_build_object('at', extract(epoch FROM a.at)))::text`;

/** Returns the SHA-256 of an entry's text. */
export const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

export interface Link {
  entryId: string;
  digest: Uint8Array;
}

/** The content of a seal, without its signature. */
export interface Sealed {
  organizationId: string;
  number: number;
  entries: number;
  completeTo: Date;
  sealedAt: Date;
}

const hex = (bytes: Uint8Array | null) => (bytes === null ? "" : Buffer.from(bytes).toString("hex"));

/** Returns the SHA-256 over a seal, its links and the hash of the seal before it (null for the first). */
export function hashOf(seal: Sealed, links: readonly Link[], previous: Uint8Array | null): Buffer {
  const { organizationId, number, entries, completeTo, sealedAt } = seal;
  const stated = [hex(previous), organizationId, number, entries, completeTo.toISOString(), sealedAt.toISOString()];
  const chained = links.map(({ entryId, digest }) => [entryId, hex(digest)]);
  return createHash("sha256")
    .update(JSON.stringify([...stated, chained]))
    .digest();
}
