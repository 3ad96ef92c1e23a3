import { ANSWER_LENGTH_HEADER } from "#lib/api/answer/answer-length";
import { HttpError } from "#lib/api/answer/http-error";
import { namesTag } from "#lib/api/answer/validator";
import { assertDocumentWithin } from "#lib/api/identity/embed-limits";
import { byteRange } from "#lib/api/request/byte-range";
import { assertRead } from "#lib/api/request/preconditions";
import { readTenant } from "#lib/db/tenant";
import { notFound } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { findDocument, readContent } from "#lib/resources/documents/queries";
import type { Endpoint } from "./endpoint.ts";

/** Characters removed from a file name: line ends, path separators, and marks that change the reading direction. */
const NOT_IN_A_NAME = /[\p{Cc}/\\\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns a `Content-Disposition` header with the file name in plain ASCII for old clients and as RFC 8187 encodes it.
 */
export function contentDisposition(fileName: string): string {
  const name = fileName.toWellFormed().replaceAll(NOT_IN_A_NAME, "_");
  const plain = name.replaceAll(/[^\x20-\x7e]|["%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Returns a MIME type that is safe in a header; an invalid one becomes `application/octet-stream`. */
const contentType = (mimeType: string): string =>
  /^[\w.+-]+\/[\w.+-]+(;\s*[\w-]+=[\w."-]+)*$/.test(mimeType) ? mimeType : "application/octet-stream";

/**
 * GET /documents/{id} (interface 4.12): returns the unmodified file, whole or the part that `Range` asks for, to any
 * account of the organization. A malformed id counts as unknown (decisions §11).
 */
export const documentContent: Endpoint = {
  route: "GET /documents/{id}",
  permission: "documents:read",
  embed: "patient",
  audit: "after",
  conditional: true,
  async handle({ request, params, principal }) {
    const id = parseId(params.id ?? "");
    if (!id) throw notFound("Document");
    return readTenant(principal, async (tx) => {
      const found = await findDocument(tx, id);
      if (!found) throw notFound("Document");
      await assertDocumentWithin(tx, principal, found.patientMrn);
      const etag = `"${found.sha256}"`;
      assertRead(request.headers, etag);
      const headers: Record<string, string> = {
        "content-type": contentType(found.mimeType),
        "content-disposition": contentDisposition(found.fileName),
        "accept-ranges": "bytes",
        etag,
        // `no-transform`: a proxy that compresses the file would drop its length.
        "cache-control": "private, no-cache, no-transform",
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox; default-src 'none'",
      };
      if (namesTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });

      const condition = request.headers.get("if-range");
      const asked = condition === null || condition === etag ? request.headers.get("range") : null;
      const range = byteRange(asked, found.size);
      if (range === "unsatisfiable") {
        throw new HttpError(416, `The document has ${found.size} bytes`, {
          headers: { "content-range": `bytes */${found.size}` },
        });
      }
      const part = range ?? { start: 0, length: found.size };
      const bytes = await readContent(tx, id, part);
      if (!bytes) throw notFound("Document");
      headers["content-length"] = headers[ANSWER_LENGTH_HEADER] = String(bytes.byteLength);
      if (range) headers["content-range"] = `bytes ${part.start}-${part.start + part.length - 1}/${found.size}`;
      return new Response(Uint8Array.from(bytes), { status: range ? 206 : 200, headers });
    });
  },
};
