import { filePage } from "./file-page.ts";
import type { DowntimeSheet } from "./model.ts";
import { sheetText } from "./sections.ts";

/** Rounds of PBKDF2 with SHA-256, as OWASP recommends: a found file is tried offline. */
const ITERATIONS = 600_000;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** Returns one form of a passphrase for every keyboard: the file's page does the same. */
const normalized = (passphrase: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(passphrase.normalize("NFKC").trim());

/** Returns the encrypted file of a sheet (AES-256-GCM): a page that opens in a browser with the passphrase. */
export async function packetFile(sheet: DowntimeSheet, passphrase: string): Promise<Uint8Array> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const base = await crypto.subtle.importKey("raw", normalized(passphrase), "PBKDF2", false, ["deriveKey"]);
  const key = await crypto.subtle.deriveKey(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations: ITERATIONS },
    base,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt"],
  );
  const plain = new TextEncoder().encode(JSON.stringify(sheetText(sheet)));
  const content = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, plain));
  const sealed = { salt: base64(salt), iv: base64(iv), iterations: ITERATIONS, content: base64(content) };
  return new TextEncoder().encode(filePage(sheet.day, sealed));
}
