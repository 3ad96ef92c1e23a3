import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { RECORD_FIELDS } from "#lib/emr/port/record-fields";
import { environment, required } from "#lib/kernel/environment";

/** A connection of an EMR type in an organization, with its secrets. */
export interface Connected {
  organizationId: string;
  emrType: string;
  connection: Record<string, unknown> | null;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const sorted = (_key: string, value: unknown): unknown =>
  isFields(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;

/** Returns a connection as JSON with sorted keys, without the fields that a probe does not depend on. */
function canonical({ organizationId, emrType, connection }: Connected): string {
  const probed = { ...connection };
  for (const name of RECORD_FIELDS) delete probed[name];
  return JSON.stringify([organizationId, emrType, probed], sorted);
}

function digestBy(encryptionKey: string, connected: Connected): Buffer {
  const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", "probed connections", 32));
  return createHmac("sha256", key).update(canonical(connected)).digest();
}

/** Returns the HMAC-SHA256 of a connection under a key that follows from ENCRYPTION_KEY, in base64url. */
export const digestOf = (connected: Connected): string =>
  digestBy(required("ENCRYPTION_KEY"), connected).toString("base64url");

/** Returns whether a digest is that of a connection, under the present key or one of ENCRYPTION_KEYS_PREVIOUS. */
export function isDigestOf(digest: string, connected: Connected): boolean {
  const given = Buffer.from(digest, "base64url");
  return [required("ENCRYPTION_KEY"), ...environment().ENCRYPTION_KEYS_PREVIOUS].some((key) => {
    const wanted = digestBy(key, connected);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
