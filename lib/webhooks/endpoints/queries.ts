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
import { signatureOf } from "./signature.ts";

/** Converts a row to a registered endpoint without its secrets. */
export const toWebhookEndpoint = (row: typeof webhookEndpoint.$inferSelect): WebhookEndpointModel =>
  withEntityTag({
    id: row.id,
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

/** GET /webhook-endpoints: the account's endpoints, oldest first (decisions §5). */
export const listWebhookEndpoints = defineList({
  path: "/webhook-endpoints",
  embed: "owner",
  summary: "List the account's webhook endpoints",
  permission: "webhook-endpoints:read",
  patientData: false,
  key: "webhook_endpoints",
  model: webhookEndpointModel,
  table: webhookEndpoint,
  order: keyset("asc", webhookEndpoint.id),
  filters: { owner: endpointOwner.optional().describe("Endpoints of this owner") },
  where: ({ query: { owner }, embed }) =>
    and(isOwn(embed), owner === undefined ? undefined : eq(webhookEndpoint.owner, owner)),
  toModel: toWebhookEndpoint,
});

/** GET /webhook-endpoints/{id}. */
export const getWebhookEndpoint = defineQuery({
  path: "/webhook-endpoints/{id}",
  embed: "owner",
  summary: "One webhook endpoint",
  permission: "webhook-endpoints:read",
  patientData: false,
  query: noQuery,
  body: z.object({ webhook_endpoint: webhookEndpointModel }),
  etagOf: ({ webhook_endpoint: { etag } }) => etag,
  async read({ tx, linkedAccountId, embed, params }) {
    const found = await namedRecord(params, "Webhook endpoint", (id) =>
      tx
        .select()
        .from(webhookEndpoint)
        .where(and(eq(webhookEndpoint.linkedAccountId, linkedAccountId), eq(webhookEndpoint.id, id), isOwn(embed))),
    );
    return { webhook_endpoint: toWebhookEndpoint(found) };
  },
});
