import { ANSWER_LENGTH_HEADER } from "#lib/api/answer/answer-length";
import { readTenant } from "#lib/db/tenant";
import { notFound } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { readPacketFile } from "#lib/resources/downtime-packets/queries";

import { contentDisposition } from "./document-endpoint.ts";
import type { Endpoint } from "./endpoint.ts";

/** GET /downtime-packets/{id}: the encrypted file, always as a download. Each request is in the audit log. */
export const downtimePacketFile: Endpoint = {
  route: "GET /downtime-packets/{id}",
  permission: "downtime-packets:read",
  embed: "account",
  audit: "after",
  async handle({ params, principal }) {
    const id = parseId(params.id ?? "");
    const found = id ? await readTenant(principal, (tx) => readPacketFile(tx, principal.linkedAccountId, id)) : null;
    if (!found) throw notFound("Downtime packet");
    const length = String(found.file.byteLength);
    return new Response(Uint8Array.from(found.file), {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-disposition": contentDisposition(`downtime-packet-${found.day}.html`),
        "content-length": length,
        [ANSWER_LENGTH_HEADER]: length,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox; default-src 'none'",
      },
    });
  },
};
