import { createHash } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";
import { required } from "#lib/runtime/environment";
import { singleton } from "#lib/runtime/singleton";

const MOST_CACHED = 1_000;

interface Box {
  key: Uint8Array;
  /** Names the key in what it sealed, so that a rotation can tell old from new. */
  keyId: string;
  opened: Map<string, string>;
}

const box = (): Box =>
  singleton("secret-box", () => {
    const key = createHash("sha256")
      .update(`secret-box:${required("ENCRYPTION_KEY")}`)
      .digest();
    return { key, keyId: createHash("sha256").update(key).digest("hex").slice(0, 8), opened: new Map() };
  });

/** Encrypts a secret that must be readable again, such as a webhook secret: a JWE, A256GCM, with its key's id. */
export function seal(plain: string): Promise<string> {
  const { key, keyId } = box();
  return new CompactEncrypt(new TextEncoder().encode(plain))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: keyId })
    .encrypt(key);
}

/** Decrypts what `seal` made. Throws where it was made with another key or was changed. */
export async function open(sealed: string): Promise<string> {
  const { key, opened } = box();
  const known = opened.get(sealed);
  if (known !== undefined) return known;
  const { plaintext } = await compactDecrypt(sealed, key);
  const plain = new TextDecoder().decode(plaintext);
  if (opened.size >= MOST_CACHED) opened.clear();
  opened.set(sealed, plain);
  return plain;
}
