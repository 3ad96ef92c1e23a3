/** The first bytes of files by their type. */
const SIGNATURES: readonly (readonly [type: string, ...starts: string[]])[] = [
  ["application/pdf", "%PDF-"],
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF87a", "GIF89a"],
  ["image/tiff", "II*\0", "MM\0*"],
];

/** The first bytes of files that have many types: they tell what a file is only if another type was stated wrongly. */
const CONTAINERS: readonly (readonly [type: string, start: string])[] = [
  ["application/zip", "PK\x03\x04"],
  ["application/gzip", "\x1f\x8b"],
  ["application/x-ole-storage", "\xd0\xcf\x11\xe0"],
  ["application/rtf", "{\\rtf"],
];

/** Types whose files begin with a signature: without it they are none. */
const SIGNED = new Set(SIGNATURES.map(([type]) => type));

/** Usual names of types that are none of the registry's. */
const ALIASES: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/x-png": "image/png",
  "image/tif": "image/tiff",
  "image/x-tiff": "image/tiff",
  "application/x-pdf": "application/pdf",
  "application/acrobat": "application/pdf",
  "image/pdf": "application/pdf",
  "text/pdf": "application/pdf",
};

const ANY_TYPE = "application/octet-stream";

/** Bytes before a PDF's signature that readers allow. */
const PDF_WITHIN = 1_024;

/** Byte order marks of text that has bytes of zero. */
const WIDE_TEXT = ["\xff\xfe", "\xfe\xff"];

/** Returns the type of a file by its bytes, else the stated one; null if its bytes are none of a file of the stated type. */
export function typeByBytes(content: Uint8Array, stated: string): string | null {
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, PDF_WITHIN)).toString(
    "latin1",
  );
  const begins = (start: string) => head.startsWith(start);
  const found = SIGNATURES.find(([, ...starts]) => starts.some(begins));
  if (found) return found[0];
  const type = ALIASES[stated] ?? stated;
  if ((type === "application/pdf" || type === ANY_TYPE) && head.includes("%PDF-")) return "application/pdf";
  const container = CONTAINERS.find(([, start]) => begins(start))?.[0] ?? null;
  if (SIGNED.has(type)) return container;
  if (!type.startsWith("text/")) return type;
  const isText = !head.includes("\0") || WIDE_TEXT.some(begins);
  return container ?? (isText ? type : ANY_TYPE);
}
