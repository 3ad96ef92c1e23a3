import { guardedFetch } from "#lib/egress/guarded-fetch";
import type { TargetPolicy } from "#lib/egress/target";
import { type ClientMetadata, readClientMetadata } from "./client-metadata.ts";

const DEADLINE_MS = 5_000;
const MAX_BYTES = 16_384;

/** Anybody may write the address into a link that a person follows: no block of the operator's is open to it. */
const PUBLIC: TargetPolicy = { privateBlocks: [] };

/** Returns whether a client id is the address of a metadata document: https with a path, as it is written. */
export function isDocumentAddress(clientId: string): boolean {
  const url = URL.parse(clientId);
  return (
    url !== null &&
    clientId.length <= 500 &&
    url.protocol === "https:" &&
    url.pathname !== "/" &&
    url.hash === "" &&
    !clientId.includes("#") &&
    url.username === "" &&
    url.password === "" &&
    url.href === clientId
  );
}

/**
 * Fetches a client's metadata document (OAuth Client ID Metadata Document) from a public address, within 5 s and 16 kB, without
 * following a redirect. Returns null if it cannot be had, is about another client, or its client cannot be served.
 */
export async function fetchMetadataDocument(clientId: string): Promise<ClientMetadata | null> {
  const ask = guardedFetch(PUBLIC, { deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES });
  try {
    const answer = await ask(clientId, { method: "GET", headers: { accept: "application/json" } });
    if (answer.status !== 200) return null;
    const document = (await answer.json()) as { client_id?: unknown } | null;
    return document?.client_id === clientId ? readClientMetadata(document) : null;
  } catch {
    return null;
  }
}
