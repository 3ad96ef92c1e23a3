import { catalog } from "#lib/catalog/generated/definitions";
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

/** Changes that nobody here asked for, the readings that find them, and the accounts of a partner: many, or not for everybody. */
const ONLY_WHERE_NAMED = /^(?:[a-z_]+\.changed|sync\.completed|linked_account\.[a-z_]+)$/;

/** Returns whether clients that name no types receive events of this type (decisions §7). */
export const isByDefault = (type: string): boolean => !ONLY_WHERE_NAMED.test(type);

/** The types that a client receives which has named none. */
export const DEFAULT_TYPES: readonly string[] = EVENT_TYPES.filter(isByDefault);
