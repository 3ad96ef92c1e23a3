import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import { environment, required } from "#lib/kernel/environment";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Texts are filled up to a multiple of so many bytes, so that a cursor does not tell the length of a name. */
const FILLED_BYTES = 32;
const MARK_CHARACTERS = 12;

/** The keys that follow from an ENCRYPTION_KEY: one seals, the others make nonces and marks. */
function keysOf(encryptionKey: string): { sealing: Buffer; nonces: Buffer; marks: Buffer } {
  const bytes = Buffer.from(hkdfSync("sha256", encryptionKey, "", "cursors of lists", 96));
  return { sealing: bytes.subarray(0, 32), nonces: bytes.subarray(32, 64), marks: bytes.subarray(64) };
}

/**
 * Encrypts the text of a cursor under a key derived from ENCRYPTION_KEY, in base64url, because the values that a list is
 * ordered by, such as names, must not be readable in URLs and logs. The nonce is derived from the text, so equal texts give
 * equal cursors.
 */
export function sealedCursor(text: string): string {
  const { sealing, nonces } = keysOf(required("ENCRYPTION_KEY"));
  const bytes = Buffer.from(text);
  const filled = Buffer.alloc(Math.ceil(bytes.length / FILLED_BYTES) * FILLED_BYTES, " ");
  bytes.copy(filled);
  const nonce = createHmac("sha256", nonces).update(filled).digest().subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealing, nonce);
  return Buffer.concat([nonce, cipher.update(filled), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

function opened(sealed: Buffer, key: string): string | null {
  const decipher = createDecipheriv(CIPHER, keysOf(key).sealing, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const filled = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([filled, decipher.final()]).toString("utf8").trimEnd();
  } catch {
    return null;
  }
}

/**
 * Returns the text of a cursor, sealed under the present key or one of ENCRYPTION_KEYS_PREVIOUS; null for any other text,
 * such as the cursor of another deployment.
 */
export function openedCursor(cursor: string): string | null {
  const sealed = Buffer.from(cursor, "base64url");
  if (sealed.length <= NONCE_BYTES + TAG_BYTES) return null;
  for (const key of [required("ENCRYPTION_KEY"), ...environment().ENCRYPTION_KEYS_PREVIOUS]) {
    const text = opened(sealed, key);
    if (text !== null) return text;
  }
  return null;
}

/**
 * Returns short marks of a text, under the present key and each of ENCRYPTION_KEYS_PREVIOUS: equal texts have equal marks, which
 * tell nothing of the text, not even to who guesses it.
 */
export const marksOf = (text: string): string[] =>
  [required("ENCRYPTION_KEY"), ...environment().ENCRYPTION_KEYS_PREVIOUS].map((key) =>
    createHmac("sha256", keysOf(key).marks).update(text).digest("base64url").slice(0, MARK_CHARACTERS),
  );
