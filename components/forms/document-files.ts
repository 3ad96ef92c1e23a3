import { MAX_UPLOADED_FILE_BYTES } from "#lib/kernel/upload-size";

const TYPES = ["application/pdf", "image/jpeg", "image/png", "image/tiff", "text/plain"];
const ENDINGS = [".pdf", ".jpg", ".jpeg", ".png", ".tif", ".tiff", ".txt"];

/** What the system's window offers for a document. */
export const ACCEPTED_FILES = [...TYPES, ...ENDINGS].join(",");

/** Returns whether a file may be a document, by its type or its name; the server judges it by its bytes. */
export const isDocumentFile = ({ type, name }: Pick<File, "type" | "name">): boolean =>
  TYPES.includes(type) || ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

export const isTooLarge = ({ size }: Pick<File, "size">): boolean => size > MAX_UPLOADED_FILE_BYTES;
