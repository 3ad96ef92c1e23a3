import { hash } from "node:crypto";

/** A record with its entity tag. */
export type Tagged<Fields extends object> = Fields & { etag: string };

/**
 * Returns a record with its strong entity tag (RFC 9110, section 8.8.3), which is made of the record alone: it changes
 * with each of the record's fields, and with nothing else.
 */
export const withEntityTag = <Fields extends object>(record: Fields): Tagged<Fields> => ({
  ...record,
  etag: `"${hash("sha256", JSON.stringify(record), "base64url")}"`,
});

/** The entity tags that a condition names, or `*`. */
export type EntityTags = readonly string[] | "*";

const opaque = (tag: string): string => tag.replace(/^W\//, "");

/** Returns whether a list of entity tags has one, by weak comparison (RFC 9110, section 8.8.3.2). */
export const namesWeakly = (tags: readonly string[], tag: string): boolean =>
  tags.some((each) => opaque(each) === opaque(tag));

/** One entity tag with the space around it, up to the comma behind it. */
const ENTITY_TAG = /[ \t]*(?<tag>(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,|$)/y;
/** An element of a list that is left empty, which a recipient ignores (RFC 9110, section 5.6.1.2). */
const EMPTY = /[ \t]*,/y;

/**
 * Returns the entity tags of an `If-Match` or `If-None-Match` (RFC 9110, sections 13.1.1 and 13.1.2); null if it is
 * malformed or names none.
 */
export function readEntityTags(header: string): EntityTags | null {
  if (header.trim() === "*") return "*";
  const tags: string[] = [];
  let at = 0;
  while (at < header.length) {
    ENTITY_TAG.lastIndex = at;
    EMPTY.lastIndex = at;
    const tag = ENTITY_TAG.exec(header)?.groups?.tag;
    if (tag !== undefined) tags.push(tag);
    else if (!EMPTY.test(header)) return header.slice(at).trim() === "" && tags.length > 0 ? tags : null;
    at = tag === undefined ? EMPTY.lastIndex : ENTITY_TAG.lastIndex;
  }
  return tags.length > 0 ? tags : null;
}
