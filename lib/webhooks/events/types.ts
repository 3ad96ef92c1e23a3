import { catalog } from "#lib/catalog/catalog";
import type { OperationDefinition } from "#lib/definitions/operation";

/** Sent to one endpoint alone, by its test (decisions §5). */
export const TEST_EVENT = "webhook_endpoint.test";

/** The types that tell of a job's end: those of its single records come before (interface 4.1). */
const ENDING: ReadonlySet<string> = new Set(
  (Object.values(catalog) as OperationDefinition[]).flatMap(({ events: { completed, failed } }) => [
    completed.type,
    failed.type,
  ]),
);

/** Whether an event of this type tells of its job's end. */
export const endsJob = (type: string): boolean => ENDING.has(type);

/** Every event type that a client can subscribe to, each once though several operations send it. Browser-safe. */
export const EVENT_TYPES: readonly string[] = [
  ...new Set(
    (Object.values(catalog) as OperationDefinition[])
      .flatMap(({ events }) => [events.completed, events.failed, ...(events.also ?? [])])
      .map(({ type }) => type),
  ),
].sort();
