/** Files of each type that POST /documents takes, by their MIME types. */
export const FILES = {
  "application/pdf": Buffer.from("%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n", "latin1"),
  "image/jpeg": Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00, 0xff, 0xd9]),
  "image/png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d]),
  "image/tiff": Buffer.from([0x49, 0x49, 0x2a, 0x00, 0x08, 0x00, 0x00, 0x00]),
  "text/plain": Buffer.from("Hämoglobin 13.8 g/dL\r\n\tLeukocytes 6.2\n", "utf8"),
} as const;

interface Part {
  name?: string;
  fileName?: string;
  type?: string;
  content: string | Uint8Array;
  /** Further lines of its head. */
  lines?: string[];
}

export const BOUNDARY = "----right-boundary";

/** Returns a part of a multipart body, with the line that begins it. */
export function partOf({ name, fileName, type, content, lines = [] }: Part): Buffer {
  const named = [
    "form-data",
    ...(name === undefined ? [] : [`name="${name}"`]),
    ...(fileName === undefined ? [] : [`filename="${fileName}"`]),
  ].join("; ");
  const head = [...lines, `Content-Disposition: ${named}`, ...(type ? [`Content-Type: ${type}`] : [])];
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${head.join("\r\n")}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from("\r\n"),
  ]);
}

/** Returns a whole multipart body. */
export const multipartOf = (...parts: Part[]): Buffer =>
  Buffer.concat([...parts.map(partOf), Buffer.from(`--${BOUNDARY}--\r\n`)]);

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
