const IV_BYTES = 12;

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

async function seal(key: CryptoKey, plain: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(plain));
  return toBase64(Uint8Array.of(...iv, ...new Uint8Array(sealed)));
}

/** Returns the plain text, or null if it was sealed with another key or not sealed at all. */
async function unseal(key: CryptoKey, sealed: string): Promise<string | null> {
  try {
    const bytes = fromBase64(sealed);
    const iv = bytes.subarray(0, IV_BYTES);
    const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, bytes.subarray(IV_BYTES));
    return new TextDecoder().decode(plain);
  } catch {
    return null;
  }
}

/** Stores named texts in a browser's storage, encrypted (AES-GCM) and under names that reveal nothing. */
export class SealedStore {
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #key: CryptoKey;
  /** Writes run one after another, because sealing is asynchronous and the last write must win. */
  #written: Promise<void> = Promise.resolve();

  private constructor(storage: Storage, prefix: string, key: CryptoKey) {
    this.#storage = storage;
    this.#prefix = prefix;
    this.#key = key;
  }

  /** Opens the texts of one owner. `key`: 32 bytes in base64url. */
  static async open(storage: Storage, owner: string, key: string): Promise<SealedStore> {
    const made = await crypto.subtle.importKey("raw", fromBase64(key), "AES-GCM", false, ["encrypt", "decrypt"]);
    return new SealedStore(storage, `sealed ${owner} `, made);
  }

  /** Returns every text that can be decrypted, by name. */
  async all(): Promise<Map<string, string>> {
    await this.#written;
    const found = new Map<string, string>();
    for (const name of Object.keys(this.#storage)) {
      if (!name.startsWith(this.#prefix)) continue;
      const plain = await unseal(this.#key, this.#storage.getItem(name) ?? "");
      if (plain !== null) found.set(name.slice(this.#prefix.length), plain);
    }
    return found;
  }

  /** Replaces the text of a name; null deletes it. If the storage is full, nothing is stored. */
  put(name: string, plain: string | null): Promise<void> {
    this.#written = this.#written.then(async () => {
      const stored = this.#prefix + name;
      if (plain === null) return this.#storage.removeItem(stored);
      const sealed = await seal(this.#key, plain);
      try {
        this.#storage.setItem(stored, sealed);
      } catch {
        this.#storage.removeItem(stored);
      }
    });
    return this.#written;
  }
}
