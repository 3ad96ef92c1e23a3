import { words } from "./words.ts";

/** Kind of view of a document; `none` carries the reason why it cannot be shown. */
export type ShownAs =
  | { as: "pdf" }
  | { as: "tiff" }
  | { as: "image" }
  | { as: "text" }
  | { as: "none"; reason: string };

/** Image types that every browser draws. */
const PICTURES = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
  "image/svg+xml",
]);

/** Scans and faxes of one or many pages, which browsers do not draw. */
const TIFFS = new Set(["image/tiff", "image/tif", "image/x-tiff"]);

/** Markup and code are shown as plain text. */
const TEXTS = new Set([
  "application/json",
  "application/xml",
  "application/fhir+json",
  "application/fhir+xml",
  "application/rtf",
]);

const MEGABYTE = 1024 * 1024;
/** Longer texts make a page stall. */
const MAX_TEXT_BYTES = 2 * MEGABYTE;

/** Returns how a file with this MIME type (ignoring parameters and case) and size in bytes is shown. */
export function shownAs(mimeType: string, size: number): ShownAs {
  const type = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (size === 0) return { as: "none", reason: words.fileEmpty };
  if (type === "application/pdf") return { as: "pdf" };
  if (TIFFS.has(type)) return { as: "tiff" };
  if (PICTURES.has(type)) return { as: "image" };
  if (type.startsWith("text/") || TEXTS.has(type)) {
    if (size <= MAX_TEXT_BYTES) return { as: "text" };
    return { as: "none", reason: words.textTooLong(MAX_TEXT_BYTES / MEGABYTE) };
  }
  if (type.startsWith("image/")) return { as: "none", reason: words.pictureNotDrawn(type) };
  return { as: "none", reason: words.kindNotShown(type) };
}

/** Returns a size in bytes in words: "640 B", "12 kB", "3.4 MB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < MEGABYTE) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

const NAMES: Record<string, string> = {
  "application/pdf": words.pdf,
  "text/plain": words.text,
  "image/png": words.pngPicture,
  "image/jpeg": words.jpegPicture,
  "image/tiff": words.tiffPicture,
};

/** Returns the common name of a MIME type, or the type itself. */
export const typeWords = (mimeType: string): string => NAMES[mimeType] ?? mimeType;
