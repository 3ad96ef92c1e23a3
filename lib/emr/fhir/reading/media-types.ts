/** The first bytes of files by their type. */
const SIGNATURES: readonly (readonly [type: string, ...starts: string[]])[] = [
  ["application/pdf", "%PDF-"],
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF87a", "GIF89a"],
  ["image/tiff", "II*\0", "MM\0*"],
];

/** Types whose files begin with a signature: without it they are none. */
const SIGNED = new Set(SIGNATURES.map(([type]) => type));

/** Usual names of types that are none of the registry's. */
const ALIASES: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/tif": "image/tiff",
  "application/x-pdf": "application/pdf",
};

/** Bytes before a PDF's signature that readers allow. */
const PDF_WITHIN = 1_024;

/** Returns the type of a file by its bytes, else the stated one; null if its bytes are none of a file of the stated type. */
export function typeByBytes(content: Uint8Array, stated: string): string | null {
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, PDF_WITHIN)).toString(
    "latin1",
  );
  const found = SIGNATURES.find(([, ...starts]) => starts.some((start) => head.startsWith(start)));
  if (found) return found[0];
  const type = ALIASES[stated] ?? stated;
  if (type === "application/pdf" && head.includes("%PDF-")) return type;
  return SIGNED.has(type) ? null : type;
}
