import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { NewWebhookEndpointModel, WebhookEndpointModel } from "#lib/webhooks/endpoints/model";
import { call } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

const key = (accountId: string) => ["webhook-endpoints", accountId] as const;

/** GET /webhook-endpoints: the account's endpoints, oldest first. */
export const webhookEndpoints = (accountId: string) =>
  queryOptions({
    queryKey: key(accountId),
    queryFn: ({ signal }) => readAll(accountId, "GET /webhook-endpoints", "webhook_endpoints", { signal }),
    staleTime: 15_000,
    // An endpoint's own responses can disable it, which the stream does not report.
    refetchInterval: 30_000,
  });

/** The fields of an endpoint that a user sets. */
export type EndpointFields = Pick<
  WebhookEndpointModel,
  "url" | "description" | "event_types" | "signature" | "signature_header"
>;

const settled = (client: QueryClient, accountId: string) => ({
  onSettled: () => client.invalidateQueries({ queryKey: key(accountId) }),
});

/** POST /webhook-endpoints: the response contains the secret, only this once. Then reads the list again. */
export async function createEndpoint(
  client: QueryClient,
  accountId: string,
  fields: EndpointFields,
  idempotencyKey: string,
): Promise<NewWebhookEndpointModel> {
  try {
    const made = await call(accountId, "POST /webhook-endpoints", fields, { idempotencyKey });
    return made.webhook_endpoint;
  } finally {
    await settled(client, accountId).onSettled();
  }
}

interface EndpointUpdate {
  fields: Partial<EndpointFields & Pick<WebhookEndpointModel, "status">>;
  /** The endpoint's `etag` when its editing began; absent for a switch, which replaces nothing unseen. */
  ifMatch?: string;
}

/** PATCH /webhook-endpoints/{id}, as the options of a mutation. */
export const updateEndpoint = (client: QueryClient, accountId: string, id: string) => ({
  mutationFn: async ({ fields, ifMatch }: EndpointUpdate) =>
    (await call(accountId, "PATCH /webhook-endpoints/{id}", { id, ...fields }, { ifMatch })).webhook_endpoint,
  ...settled(client, accountId),
});

/**
 * POST /webhook-endpoints/{id}/rotate-secret, as the options of a mutation; the response contains the secret, only this
 * once.
 */
export const rotateSecret = (client: QueryClient, accountId: string, id: string) => ({
  mutationFn: async (endPrevious: boolean) =>
    (await call(accountId, "POST /webhook-endpoints/{id}/rotate-secret", { id, end_previous: endPrevious }))
      .webhook_endpoint,
  ...settled(client, accountId),
});

/** DELETE /webhook-endpoints/{id}, as the options of a mutation. */
export const deleteEndpoint = (client: QueryClient, accountId: string, id: string) => ({
  mutationFn: () => call(accountId, "DELETE /webhook-endpoints/{id}", { id }),
  ...settled(client, accountId),
});

/**
 * POST /webhook-endpoints/{id}/test, as the options of a mutation: with the event's `data`, or null for the server's own.
 * Returns the test event's id.
 */
export const testEndpoint = (accountId: string, id: string) => ({
  mutationFn: async (data: Record<string, unknown> | null) =>
    (await call(accountId, "POST /webhook-endpoints/{id}/test", { id, ...(data && { data }) })).event_id,
});
