import { catalog } from "#lib/catalog/catalog";
import type { OperationDefinition } from "#lib/definitions/operation";

/** Type of the event that an endpoint's test sends to that endpoint alone (decisions §5). */
export const TEST_EVENT = "webhook_endpoint.test";

/** All event types that a client can subscribe to, without duplicates. Browser-safe. */
export const EVENT_TYPES: readonly string[] = [
  ...new Set(
    (Object.values(catalog) as OperationDefinition[])
      .flatMap(({ events }) => [events.completed, events.failed, ...(events.also ?? [])])
      .map(({ type }) => type),
  ),
].sort();
