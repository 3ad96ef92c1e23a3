import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { environment, required } from "#lib/kernel/environment";

interface ChainKey {
  id: string;
  bytes: Buffer;
}

function keyOf(encryptionKey: string): ChainKey {
  const bytes = Buffer.from(hkdfSync("sha256", encryptionKey, "", "audit chain", 32));
  return { bytes, id: createHash("sha256").update(bytes).digest("hex").slice(0, 8) };
}

const macOf = ({ bytes }: ChainKey, hash: Uint8Array): Buffer => createHmac("sha256", bytes).update(hash).digest();

/** Returns the id of the key that seals now: one that follows from ENCRYPTION_KEY. */
export const currentKeyId = (): string => keyOf(required("ENCRYPTION_KEY")).id;

/** Returns the key id and the HMAC-SHA256 of a seal's hash under the current key. */
export function sign(hash: Uint8Array): { keyId: string; mac: Buffer } {
  const key = keyOf(required("ENCRYPTION_KEY"));
  return { keyId: key.id, mac: macOf(key, hash) };
}

/**
 * Returns whether a seal was signed with the key that it names; "unknown key" if that is neither ENCRYPTION_KEY's nor
 * one of ENCRYPTION_KEYS_PREVIOUS.
 */
export function checkSignature(seal: {
  hash: Uint8Array;
  keyId: string;
  mac: Uint8Array;
}): "valid" | "invalid" | "unknown key" {
  const keys = [required("ENCRYPTION_KEY"), ...environment().ENCRYPTION_KEYS_PREVIOUS].map(keyOf);
  const key = keys.find(({ id }) => id === seal.keyId);
  if (!key) return "unknown key";
  const expected = macOf(key, seal.hash);
  return seal.mac.length === expected.length && timingSafeEqual(seal.mac, expected) ? "valid" : "invalid";
}
