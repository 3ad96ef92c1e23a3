import { EmrError } from "#lib/emr/port/port";

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** The error about content that is no file. */
export const noFile = () => new EmrError("validation", "The document's content is no file");

/**
 * Returns the bytes of base64, also in lines. Throws an EmrError for other text, of which nothing but rubbish would come: words
 * without punctuation have the letters of base64, and blanks between them.
 */
export function bytesOf(base64: string): Buffer {
  const given = base64.replaceAll(/[\r\n\t]+ */g, "").trim();
  const isWhole = !given.includes("=") || given.length % 4 === 0;
  if (given === "" || !BASE64.test(given) || !isWhole) throw noFile();
  return Buffer.from(given, "base64");
}
