import { createHash } from "node:crypto";
import type { EmrFileBody } from "#lib/egress/emr-client";
import type { PassedFile } from "#lib/emr/port/port";

/** Name of the part with the file, and of the field with its name (additions §3). */
const FILE = "file";
const NAME = "file_name";

/** Returns a name as it stands in quotes in the head of a part (RFC 7578, section 2). */
const quoted = (name: string): string =>
  `"${name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22")}"`;

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Returns the boundary of the parts: the same whenever a request is sent again. An uploader cannot compute it and close the
 * part of the file by it, since the fields hold the unguessable address for the event.
 */
const boundaryOf = (fields: readonly (readonly [string, string])[]): string =>
  `----${createHash("sha256").update(JSON.stringify(fields)).digest("hex").slice(0, 48)}`;

/** Returns an operation with a file as `multipart/form-data`: the file is the last part, and is read while it is sent. */
export function multipartOf(body: Record<string, unknown>, file: PassedFile): { type: string; content: EmrFileBody } {
  const named = { ...body, [NAME]: file.fileName };
  const fields = Object.entries(named).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, textOf(value)] as const],
  );
  const boundary = boundaryOf(fields);
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n`;
  const before = Buffer.from(
    [
      ...fields.map(([name, text]) => `${part(`name=${quoted(name)}`)}\r\n${text}\r\n`),
      `${part(`name="${FILE}"; filename=${quoted(file.fileName)}`)}Content-Type: ${file.mimeType}\r\n\r\n`,
    ].join(""),
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: {
      size: before.byteLength + file.size + after.byteLength,
      async *parts() {
        yield before;
        yield* file.parts();
        yield after;
      },
    },
  };
}
