import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { oauthClient } from "#lib/db/schema";
import { withoutTenant } from "#lib/db/without-tenant";
import { presentMs } from "#lib/kernel/clock";
import type { ClientMetadata } from "./client-metadata.ts";
import { fetchMetadataDocument, isDocumentAddress } from "./metadata-document.ts";
import { OAuthError } from "./oauth-error.ts";

/** Most clients of the deployment, so that registrations by anybody cannot fill the database. */
const MAX_CLIENTS = 1_000;

/** How long a metadata document is used before it is fetched again. */
const DOCUMENT_MS = 10 * 60_000;

const CLIENT_ID = /^[!-~]{1,500}$/;

/** A client as it describes itself. */
export interface OAuthClient extends ClientMetadata {
  clientId: string;
}

/** Keeps a client, or what it says of itself now. Returns false if there are too many. */
async function keep({ clientId, name, redirectUris }: OAuthClient, fetchedAt: Date | null): Promise<boolean> {
  const rows = await withoutTenant(sql`
    INSERT INTO oauth_client (client_id, name, redirect_uris, fetched_at)
    SELECT ${clientId}, ${name}, ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(redirectUris)}::jsonb)),
      ${fetchedAt?.toISOString() ?? null}::timestamptz
    WHERE (SELECT count(*) FROM oauth_client) < ${MAX_CLIENTS}
      OR EXISTS (SELECT FROM oauth_client WHERE client_id = ${clientId})
    ON CONFLICT (client_id) DO UPDATE
      SET name = excluded.name, redirect_uris = excluded.redirect_uris, fetched_at = excluded.fetched_at
    RETURNING client_id`);
  return rows.length > 0;
}

/** Registers a public client (RFC 7591). Throws an OAuthError if there are too many. */
export async function registerClient(metadata: ClientMetadata): Promise<OAuthClient> {
  const client = { clientId: `oauth_${randomBytes(18).toString("base64url")}`, ...metadata };
  if (!(await keep(client, null))) {
    throw new OAuthError(
      "temporarily_unavailable",
      `${MAX_CLIENTS} clients are registered: those that nobody uses are removed after a day`,
      { retryAfterSeconds: 3_600 },
    );
  }
  return client;
}

interface Kept extends Record<string, unknown> {
  name: string;
  redirect_uris: string[];
  fetched_at: string | null;
}

/**
 * Returns a client by its id; null if there is none. One whose id is the address of a document is read from there, at most
 * once in ten minutes.
 */
export async function findClient(clientId: string): Promise<OAuthClient | null> {
  if (!CLIENT_ID.test(clientId)) return null;
  const [kept] = await withoutTenant<Kept>(
    sql`SELECT name, redirect_uris, fetched_at FROM ${oauthClient} WHERE client_id = ${clientId}`,
  );
  const isFresh = kept?.fetched_at != null && new Date(kept.fetched_at).getTime() > presentMs() - DOCUMENT_MS;
  if (kept && (kept.fetched_at === null || isFresh)) {
    return { clientId, name: kept.name, redirectUris: kept.redirect_uris };
  }
  if (!isDocumentAddress(clientId)) return null;
  const document = await fetchMetadataDocument(clientId);
  if (!document) return null;
  const client = { clientId, ...document };
  await keep(client, new Date(presentMs()));
  return client;
}

/** Notes that a client got tokens, so that it stays. */
export async function noteClientUse(clientId: string): Promise<void> {
  await withoutTenant(sql`
    UPDATE ${oauthClient} SET used_at = now()
    WHERE client_id = ${clientId} AND (used_at IS NULL OR used_at < now() - interval '1 hour')`);
}

/** Deletes clients that got no tokens within a day of their registration, or for 100 days, longer than a grant lasts. */
export async function forgetClients(now: Date): Promise<void> {
  await withoutTenant(sql`
    DELETE FROM ${oauthClient}
    WHERE coalesce(used_at + interval '100 days', created_at + interval '1 day') < ${now.toISOString()}::timestamptz`);
}
