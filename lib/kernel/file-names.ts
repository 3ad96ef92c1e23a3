import type { FileType } from "./file-type.ts";
import { oneLineName } from "./one-line.ts";

/** Characters that lead to another folder, drive or stream on some system, or that some system allows in no name. */
const LEADING_ELSEWHERE = /[/\\:*?"<>|]/;

/** Names that Windows gives to devices, whatever follows their first dot. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

const MOST_CHARACTERS = 200;
/** File systems take 255, and an ending may be added. */
const MOST_BYTES = 240;

/** The endings of each type; a name with none of them gets the first. */
const ENDINGS: Readonly<Record<FileType, readonly [string, ...string[]]>> = {
  "application/pdf": [".pdf"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "image/tiff": [".tif", ".tiff"],
  "text/plain": [".txt"],
};

/** A name of a file that is one on every system, and leads nowhere else. */
export const fileName = oneLineName(MOST_CHARACTERS)
  .refine((name) => !LEADING_ELSEWHERE.test(name), 'must not contain any of / \\ : * ? " < > |')
  .refine((name) => !name.startsWith(".") && !name.endsWith("."), "must neither begin nor end with a dot")
  .refine((name) => !DEVICE.test(name), "must not be the name of a device")
  .refine(
    (name) => new TextEncoder().encode(name).byteLength <= MOST_BYTES,
    `must have at most ${MOST_BYTES} bytes in UTF-8`,
  );

/** Returns a file's name with an ending of its type, so that no system opens it as another one. */
export function fittingName(name: string, type: FileType): string {
  const endings = ENDINGS[type];
  return endings.some((ending) => name.toLowerCase().endsWith(ending)) ? name : `${name}${endings[0]}`;
}
