import { findOperation } from "#lib/catalog/catalog";
import type { Transaction } from "#lib/db/tenant";
import type { JobDefinition } from "#lib/definitions/operation";
import type { Completion, OperationRunner } from "#lib/definitions/runner";
import { runnerView, type StoredJob, tenantOf } from "#lib/jobs/record/stored-job";
import {
  type Audience,
  audienceOf,
  type EventOrigin,
  type NewEvent,
  publishEvents,
} from "#lib/webhooks/events/publish";

/** Parses an event's data strictly against its definition, so that no undocumented field is sent. */
function shaped(definition: JobDefinition, { type, data }: NewEvent): NewEvent {
  const { completed, failed, also = [] } = definition.events ?? {};
  const known = [completed, failed, ...also].find((candidate) => candidate?.type === type);
  if (!known) throw new Error(`${definition.id} sends no event ${type}`);
  return { type, data: known.data.strict().parse(data) };
}

const originOf = (found: StoredJob, definition: JobDefinition): EventOrigin => ({
  tenant: tenantOf(found),
  job: { ...found, callbacks: findOperation(definition.id)?.callbacks ?? "added" },
});

/**
 * Returns the recipients of a job's outcome; null, without a query, for internal jobs, which send no events. Its
 * queries are sent together.
 */
export const outcomeAudience = async (
  tx: Transaction,
  found: StoredJob,
  definition: JobDefinition,
): Promise<Audience | null> => (definition.events ? audienceOf(tx, originOf(found, definition)) : null);

/**
 * Returns the events of a completed job in their order; none for internal jobs. Throws if an event does not fit its
 * schema.
 */
export function completionEvents(
  definition: JobDefinition,
  { data, also = [] }: Completion<Record<string, unknown>>,
): NewEvent[] {
  if (!definition.events) return [];
  return [...also, { type: definition.events.completed.type, data }].map((event) => shaped(definition, event));
}

/**
 * Publishes a completed job's events to its audience, in the caller's transaction; all statements are sent together
 * (see publishEvents).
 */
export async function publishCompletion(
  tx: Transaction,
  found: StoredJob,
  definition: JobDefinition,
  events: NewEvent[],
  audience: Audience | null,
): Promise<void> {
  if (audience) await publishEvents(tx, originOf(found, definition), events, audience);
}

/**
 * Publishes a job's one failure event, in the caller's transaction. `refused`: the failure is final, by the EMR's
 * validation or a person's decision.
 */
export async function publishFailure(
  tx: Transaction,
  found: StoredJob,
  definition: JobDefinition,
  failure: { runner: OperationRunner; emrType: string; reason: string; refused: boolean },
): Promise<void> {
  if (!definition.events) return;
  const { runner, emrType, reason, refused } = failure;
  const data = (await runner.fail?.({ ...runnerView(tx, found, emrType), reason, refused })) ?? {
    ...found.identifiers,
    failure_reason: reason,
  };
  await publishEvents(tx, originOf(found, definition), [
    shaped(definition, { type: definition.events.failed.type, data }),
  ]);
}
