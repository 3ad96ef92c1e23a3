import { createHash } from "node:crypto";
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from "jose";
import { LRUCache } from "lru-cache";
import { environment, required } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";

const MAX_CACHED = 1_000;

interface Key {
  /** Identifies the key in the sealed text, so that a rotation can distinguish old from new. */
  id: string;
  bytes: Uint8Array;
}

interface Box {
  /** The key that seals. */
  current: Key;
  /** The keys that open, by id: the current one and the previous ones. */
  known: Map<string, Key>;
  /** The plain texts of the secrets that were opened last, by their sealed texts. */
  opened: LRUCache<string, string>;
}

function keyOf(text: string): Key {
  const bytes = createHash("sha256").update(`secret-box:${text}`).digest();
  return { bytes, id: createHash("sha256").update(bytes).digest("hex").slice(0, 8) };
}

const box = (): Box =>
  singleton("secret-box", () => {
    const current = keyOf(required("ENCRYPTION_KEY"));
    const keys = [...environment().ENCRYPTION_KEYS_PREVIOUS.map(keyOf), current];
    return { current, known: new Map(keys.map((key) => [key.id, key])), opened: new LRUCache({ max: MAX_CACHED }) };
  });

/** Encrypts a secret that must be readable again, such as a webhook secret, as a JWE (A256GCM) with its key's id. */
export function seal(plain: string): Promise<string> {
  const { id, bytes } = box().current;
  return new CompactEncrypt(new TextEncoder().encode(plain))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: id })
    .encrypt(bytes);
}

const keyOfHeader = (protectedHeader: string): Key | undefined =>
  box().known.get(decodeProtectedHeader({ protected: protectedHeader }).kid ?? "");

/** Returns whether text with this JWE header was sealed with a configured key. */
export const knowsKeyOf = (protectedHeader: string): boolean => keyOfHeader(protectedHeader) !== undefined;

/**
 * Decrypts text made by `seal` with the current key or a previous one (ENCRYPTION_KEYS_PREVIOUS). Throws if the key is
 * unknown or the text was changed.
 */
export async function open(sealed: string): Promise<string> {
  const { opened } = box();
  const before = opened.get(sealed);
  if (before !== undefined) return before;
  const key = keyOfHeader(sealed.slice(0, sealed.indexOf(".")));
  if (!key) throw new Error("Sealed with a key that is neither ENCRYPTION_KEY nor one of ENCRYPTION_KEYS_PREVIOUS");
  const { plaintext } = await compactDecrypt(sealed, key.bytes);
  const plain = new TextDecoder().decode(plaintext);
  opened.set(sealed, plain);
  return plain;
}

/**
 * Returns the prefix common to everything sealed with the current key, and to nothing else: the header with the key's
 * id.
 */
export async function currentSeal(): Promise<string> {
  const [header] = (await seal("")).split(".");
  return `${header}.`;
}
