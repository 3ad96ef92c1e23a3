import { catalog } from "#lib/catalog/catalog";
import type { OperationDefinition } from "#lib/definitions/operation";

/** Sent to one endpoint alone, by its test (decisions §5). */
export const TEST_EVENT = "webhook_endpoint.test";

/** Every event type that a client can subscribe to, each once though several operations send it. Browser-safe. */
export const EVENT_TYPES: readonly string[] = [
  ...new Set(
    (Object.values(catalog) as OperationDefinition[])
      .flatMap(({ events }) => [events.completed, events.failed, ...(events.also ?? [])])
      .map(({ type }) => type),
  ),
].sort();
