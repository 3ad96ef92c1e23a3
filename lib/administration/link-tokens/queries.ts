import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { organizationName } from "#lib/administration/linked-accounts/named-account";
import { catalog } from "#lib/catalog/generated/definitions";
import { apiClient, embedSession, linkToken } from "#lib/db/schema";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { EMR_TYPES } from "#lib/emr/connections";
import { notFound } from "#lib/kernel/api-error";
import { presentMs } from "#lib/kernel/clock";
import { parseId } from "#lib/kernel/id";
import { consentTo, consentToWrite, knownWrites } from "./consent.ts";
import { type LinkTokenModel, linkTokenModel } from "./model.ts";

type Row = { token: typeof linkToken.$inferSelect; session: typeof embedSession.$inferSelect };

function stateOf({ token, session }: Row): LinkTokenModel["state"] {
  if (token.exchangedAt) return "exchanged";
  if (token.linkedAt) return "linked";
  return session.revokedAt || session.expiresAt.getTime() <= presentMs() ? "ended" : "open";
}

/** GET /link-tokens/{id}: what a link asks for and what became of it, for its view and for the client that asked (additions §5). */
export const getLinkToken = defineQuery({
  path: "/link-tokens/{id}",
  embed: "linking",
  summary: "Get what a link asks for, and what became of it",
  description:
    "For the API client that created the token, by `client_id` and `client_secret` alone, and for the token itself.",
  permission: "linked-accounts:link",
  patientData: false,
  query: noQuery,
  body: z.object({ link_token: linkTokenModel }),
  async read({ tx, organizationId, embed, actor, params }) {
    const id = parseId(params.id ?? "");
    if (!id || (embed && embed.sessionId !== id)) throw notFound("Link token");
    const [found] = await tx
      .select({ token: linkToken, session: embedSession, client: apiClient })
      .from(linkToken)
      .innerJoin(embedSession, eq(embedSession.id, linkToken.id))
      .innerJoin(apiClient, eq(apiClient.id, linkToken.apiClientId))
      .where(and(eq(linkToken.id, id), eq(linkToken.apiClientId, embed?.apiClientId ?? actor.id)));
    if (!found) throw notFound("Link token");
    const { token, session, client } = found;
    const asking = { askedBy: client.name, owner: await organizationName(tx, organizationId) };
    const left = session.revokedAt ? 0 : Math.floor((session.expiresAt.getTime() - presentMs()) / 1_000);
    return {
      link_token: {
        id,
        state: stateOf(found),
        user_id: token.userId,
        organization_name: token.organizationName,
        asked_by: client.name,
        emr_types: EMR_TYPES.filter((type) => token.emrTypes?.includes(type) ?? true),
        origin: session.origin,
        redirect_url: token.redirectUrl,
        writes: knownWrites(token.writes).map((operation) => ({
          operation,
          name: catalog[operation].name,
          consent: consentToWrite(operation, asking),
        })),
        consent: consentTo(asking),
        locale: token.locale,
        theme: session.theme,
        linked_account_id: token.linkedAt ? token.linkedAccountId : null,
        expires_at: session.expiresAt.toISOString(),
        expires_in: Math.max(0, left),
      },
    };
  },
});
