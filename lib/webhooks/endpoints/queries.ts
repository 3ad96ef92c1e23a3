import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { webhookEndpoint } from "#lib/db/schema";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { endpointOwner } from "#lib/kernel/endpoint-owner";
import { withEntityTag } from "#lib/kernel/entity-tag";
import { namedRecord } from "#lib/kernel/named-record";
import { type WebhookEndpointModel, webhookEndpointModel } from "./model.ts";
import { isOwn } from "./owned.ts";
import { hasScope, isVisible, SCOPES, scopeOf } from "./scope.ts";
import { signatureOf } from "./signature.ts";

/** Converts a row to a registered endpoint without its secrets. */
export const toWebhookEndpoint = (row: typeof webhookEndpoint.$inferSelect): WebhookEndpointModel =>
  withEntityTag({
    id: row.id,
    scope: scopeOf(row),
    url: row.url,
    description: row.description,
    owner: row.owner,
    event_types: row.eventTypes,
    signature: signatureOf(row.signatureHeader),
    signature_header: row.signatureHeader,
    status: row.status,
    disabled_reason: row.disabledReason,
    created_at: row.createdAt.toISOString(),
  });

/** GET /webhook-endpoints: the endpoints that a caller may see, oldest first (decisions §5). */
export const listWebhookEndpoints = defineList({
  path: "/webhook-endpoints",
  alone: true,
  embed: "owner",
  summary: "List the account's webhook endpoints",
  description:
    "An admin's session also lists those of the whole organization, and `client_id` and `client_secret` alone those that this client registered for all accounts. An access token and an embedded view see none of these.",
  permission: "webhook-endpoints:read",
  patientData: false,
  key: "webhook_endpoints",
  model: webhookEndpointModel,
  table: webhookEndpoint,
  scope: "organizationId",
  order: keyset("asc", webhookEndpoint.id),
  filters: {
    owner: endpointOwner.optional().describe("Endpoints of this owner"),
    scope: z
      .enum(SCOPES, { error: `must be one of ${SCOPES.join(", ")}` })
      .optional()
      .describe("Endpoints of this scope"),
  },
  where: ({ query: { owner, scope }, embed, ...caller }) =>
    and(
      isVisible(caller),
      isOwn(embed),
      owner === undefined ? undefined : eq(webhookEndpoint.owner, owner),
      scope && hasScope(scope),
    ),
  toModel: toWebhookEndpoint,
});

/** GET /webhook-endpoints/{id}. */
export const getWebhookEndpoint = defineQuery({
  path: "/webhook-endpoints/{id}",
  alone: true,
  embed: "owner",
  summary: "One webhook endpoint",
  permission: "webhook-endpoints:read",
  patientData: false,
  query: noQuery,
  body: z.object({ webhook_endpoint: webhookEndpointModel }),
  etagOf: ({ webhook_endpoint: { etag } }) => etag,
  async read({ tx, embed, params, ...caller }) {
    const found = await namedRecord(params, "Webhook endpoint", (id) =>
      tx
        .select()
        .from(webhookEndpoint)
        .where(and(isVisible(caller), eq(webhookEndpoint.id, id), isOwn(embed))),
    );
    return { webhook_endpoint: toWebhookEndpoint(found) };
  },
});
