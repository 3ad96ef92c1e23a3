import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

const UNPACK = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

const isKnown = (encoding: string): encoding is keyof typeof UNPACK => Object.hasOwn(UNPACK, encoding);

/**
 * Returns the content of a body that a server has compressed, as some do without being asked; any other one as it is.
 * `too_large` for content of more than `maxBytes`. Rejects if the body is broken.
 */
export async function unpacked(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | "too_large"> {
  const name = encoding?.trim().toLowerCase() ?? "";
  if (body.byteLength === 0 || !isKnown(name)) return body;
  return UNPACK[name](body, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_BUFFER_TOO_LARGE") return "too_large";
    throw error;
  });
}
