import { catalog } from "#lib/catalog/catalog";
import type { OperationDefinition } from "#lib/definitions/operation";
import { ACCOUNT_EVENTS } from "./account-events.ts";

/** Type of the event that an endpoint's test sends to that endpoint alone (decisions §5). */
export const TEST_EVENT = "webhook_endpoint.test";

/** Types of the events that end a job; the events of its single records precede them (interface 4.1). */
const ENDING: ReadonlySet<string> = new Set(
  Object.values<OperationDefinition>(catalog).flatMap(({ events: { completed, failed } }) => [
    completed.type,
    failed.type,
  ]),
);

/** Returns whether an event of this type ends its job. */
export const endsJob = (type: string): boolean => ENDING.has(type);

/** All event types that a client can subscribe to, without duplicates. Browser-safe. */
export const EVENT_TYPES: readonly string[] = [
  ...new Set(
    [
      ...ACCOUNT_EVENTS,
      ...Object.values<OperationDefinition>(catalog).flatMap(({ events }) => [
        events.completed,
        events.failed,
        ...(events.also ?? []),
      ]),
    ].map(({ type }) => type),
  ),
].sort();
