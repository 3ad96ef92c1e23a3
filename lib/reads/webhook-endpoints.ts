import { and, asc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { notFound } from "#lib/core/api-error";
import { parseId } from "#lib/core/id";
import { webhookEndpoint } from "#lib/db/schema";
import { type WebhookEndpointModel, webhookEndpointModel } from "#lib/models/webhook-endpoint";
import { defineRead, noQuery } from "./definition.ts";
import { decodeCursor, nextCursor, pageQuery, toPage } from "./page.ts";

const position = z.tuple([z.string().regex(/^[0-9a-f]{32}$/)]);

/** A registered endpoint as it is served; its secrets stay behind. */
export const toWebhookEndpoint = (row: typeof webhookEndpoint.$inferSelect): WebhookEndpointModel => ({
  id: row.id,
  url: row.url,
  description: row.description,
  event_types: row.eventTypes,
  status: row.status,
  disabled_reason: row.disabledReason,
  created_at: row.createdAt.toISOString(),
});

/** GET /webhook-endpoints: those of the account, oldest first (decisions §5). */
export const listWebhookEndpoints = defineRead({
  path: "/webhook-endpoints",
  summary: "List the account's webhook endpoints",
  permission: "webhook-endpoints:read",
  patientData: false,
  query: z.object(pageQuery),
  body: z.object({ webhook_endpoints: z.array(webhookEndpointModel), ...nextCursor }),
  async read({ tx, linkedAccountId, query }) {
    const after = query.cursor ? decodeCursor(query.cursor, position) : null;
    const rows = await tx
      .select()
      .from(webhookEndpoint)
      .where(
        and(eq(webhookEndpoint.linkedAccountId, linkedAccountId), after ? gt(webhookEndpoint.id, after[0]) : undefined),
      )
      .orderBy(asc(webhookEndpoint.id))
      .limit(query.limit + 1);
    const { page, ...more } = toPage(rows, query.limit, (row) => [row.id]);
    return { webhook_endpoints: page.map(toWebhookEndpoint), ...more };
  },
});

/** GET /webhook-endpoints/{id}; a malformed id is an unknown one (decisions §11). */
export const getWebhookEndpoint = defineRead({
  path: "/webhook-endpoints/{id}",
  summary: "One webhook endpoint",
  permission: "webhook-endpoints:read",
  patientData: false,
  query: noQuery,
  body: z.object({ webhook_endpoint: webhookEndpointModel }),
  async read({ tx, linkedAccountId, params }) {
    const id = parseId(params.id ?? "");
    if (!id) throw notFound("Webhook endpoint");
    const [found] = await tx
      .select()
      .from(webhookEndpoint)
      .where(and(eq(webhookEndpoint.linkedAccountId, linkedAccountId), eq(webhookEndpoint.id, id)));
    if (!found) throw notFound("Webhook endpoint");
    return { webhook_endpoint: toWebhookEndpoint(found) };
  },
});
