import { and, eq, isNull, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { apiClient, embedSession, linkToken } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { presentMs } from "#lib/kernel/clock";
import { parseId } from "#lib/kernel/id";
import type { Metadata } from "#lib/kernel/metadata";
import type { EmbedScope, Ground, Principal } from "#lib/kernel/principal";
import { callerCache } from "./grounds.ts";
import { hashToken } from "./token-hash.ts";
import { type RefusedReason, TokenRefused } from "./token-refused.ts";

/** Lifetime of a token in minutes (decisions §9). */
export const EMBED_TOKEN_MINUTES = 15;

/**
 * Header with the session of the page that contains the view. A view outlives its first session when its token is
 * renewed, and revoking either session closes it.
 */
export const EMBED_PAGE_HEADER = "x-embed-session";

interface Known extends Pick<Principal, "grounds"> {
  principal: Principal;
  expiresAt: number;
}

const cache = () => callerCache<Known>("embed-cache");

/** Returns the ground of all sessions of one origin. */
export const originGround = (organizationId: string, origin: string): Ground =>
  `embed-origin:${organizationId} ${origin}`;

const MESSAGES: Record<RefusedReason, string> = {
  expired: "The embed token has expired",
  revoked: "The embed session was revoked",
  unknown: "Missing or invalid credentials",
};

/** The refusal of a view's token with its reason: the view renews an expired token and closes on a revoked one. */
const refused = (reason: RefusedReason) => new TokenRefused(reason, MESSAGES[reason]);

/** Returns the grounds of the view's page. Throws if its session or the client that created it was revoked. */
async function groundsOfPage(
  tx: Transaction,
  page: string | null,
  { organizationId, apiClientId }: { organizationId: string; apiClientId: string },
): Promise<Ground[]> {
  const id = page === null ? null : parseId(page);
  if (page !== null && id === null) throw refused("unknown");
  if (id === null) return [];
  const [found] = await tx
    .select({
      revokedAt: embedSession.revokedAt,
      apiClientId: embedSession.apiClientId,
      origin: embedSession.origin,
    })
    .from(embedSession)
    .where(eq(embedSession.id, id));
  // A session's row is deleted a day after its end; a page may stay open for longer.
  if (!found) return [];
  if (found.apiClientId !== apiClientId) throw refused("unknown");
  if (found.revokedAt) throw refused("revoked");
  return [`embed-session:${id}`, originGround(organizationId, found.origin)];
}

/** Returns where a link's view links or repairs, unless that is in the client's own organization. */
async function placeOfLink(tx: Transaction, id: string): Promise<Pick<EmbedScope, "links" | "linksInto" | "linksNew">> {
  const [link] = await tx
    .select({ into: linkToken.targetOrganizationId, adminEmail: linkToken.adminEmail })
    .from(linkToken)
    .where(eq(linkToken.id, id));
  if (!link || link.into === null) return { links: true };
  return { links: true, ...(link.adminEmail === null ? { linksInto: link.into } : { linksNew: true }) };
}

/** Returns whether a platform client may still link in an organization that it made, by its row there. */
async function standsIn(organizationId: string, platformClientId: string): Promise<boolean> {
  const rows = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ id: apiClient.id })
      .from(apiClient)
      .where(and(eq(apiClient.platformClientId, platformClientId), isNull(apiClient.revokedAt))),
  );
  return rows.length > 0;
}

async function load(hash: string, page: string | null): Promise<Known> {
  const [found] = await withoutTenant<{ organization_id: string; record_id: string }>(
    sql`SELECT ${hexIds("organization_id", "record_id")} FROM find_in_directory('embed_token', ${hash})`,
  );
  if (!found) throw refused("unknown");
  const organizationId = found.organization_id;
  const known = await readTenant({ organizationId, linkedAccountId: null }, async (tx): Promise<Known> => {
    const [session] = await tx
      .select({
        session: embedSession,
        client: apiClient.id,
        mayLink: apiClient.mayLink,
        platform: apiClient.platform,
      })
      .from(embedSession)
      .leftJoin(apiClient, and(eq(apiClient.id, embedSession.apiClientId), isNull(apiClient.revokedAt)))
      .where(and(eq(embedSession.id, found.record_id), eq(embedSession.tokenHash, hash)));
    if (!session) throw refused("unknown");
    const {
      id,
      linkedAccountId,
      apiClientId,
      view,
      parameters,
      permissions,
      actorId,
      actorName,
      origin,
      expiresAt,
      revokedAt,
    } = session.session;
    if (revokedAt || session.client === null || (view === "link" && !session.mayLink)) throw refused("revoked");
    const grounds: Ground[] = [
      `embed-session:${id}`,
      originGround(organizationId, origin),
      `api-client:${apiClientId}`,
      ...(await groundsOfPage(tx, page, { organizationId, apiClientId })),
    ];
    const { patient_mrn, job_id, owner, metadata, appointment_types, provider_ehr_ids } = parameters as {
      patient_mrn?: string;
      job_id?: number;
      owner?: string;
      metadata?: Metadata;
      appointment_types?: string[];
      provider_ehr_ids?: string[];
    };
    const place = view === "link" ? await placeOfLink(tx, id) : {};
    if ((place.linksInto || place.linksNew) && !session.platform) throw refused("revoked");
    const offer =
      view === "booking"
        ? { appointmentTypes: appointment_types ?? null, providerEhrIds: provider_ehr_ids ?? null }
        : null;
    return {
      grounds,
      expiresAt: expiresAt.getTime(),
      principal: {
        organizationId,
        ...(view === "link" ? { linkedAccountId: apiClientId, isWithoutAccount: true as const } : { linkedAccountId }),
        actor: { kind: "embed", id: actorId, name: actorName },
        // A view may always read its own session, which describes its content.
        permissions: new Set([...permissions, "embed-sessions:read"]),
        grounds,
        standing: {
          api_client: apiClientId,
          embed_session: id,
          ...(page === null ? {} : { page_session: page }),
        },
        embed: {
          sessionId: id,
          apiClientId,
          patientMrn: patient_mrn ?? null,
          jobId: job_id ?? null,
          owner: owner ?? null,
          metadata: metadata ?? null,
          offer,
          ...place,
        },
      },
    };
  });
  const { embed } = known.principal;
  if (embed?.linksInto && !(await standsIn(embed.linksInto, embed.apiClientId))) throw refused("revoked");
  return known;
}

/**
 * Authenticates an embedded view by its token (decisions §2 and §9). Throws `unauthenticated` with the reason in `WWW-Authenticate`.
 * Caches the result for 2 s, but never beyond the token's end.
 */
export async function authenticateEmbed(token: string, headers: Headers): Promise<Principal> {
  const page = headers.get(EMBED_PAGE_HEADER);
  const hash = hashToken(token);
  const known = await cache().lookUp(`${hash}\n${page ?? ""}`, () => load(hash, page));
  if (known.expiresAt <= presentMs()) throw refused("expired");
  return known.principal;
}
