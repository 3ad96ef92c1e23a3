import { findOperation } from "#lib/catalog/catalog";
import type { Transaction } from "#lib/db/tenant";
import type { JobDefinition } from "#lib/definitions/operation";
import type { Completion, OperationRunner } from "#lib/definitions/runner";
import { runnerView, type StoredJob, tenantOf } from "#lib/jobs/record/stored-job";
import {
  type Audience,
  audienceOf,
  type EventSource,
  type NewEvent,
  publishEvents,
} from "#lib/webhooks/events/publish";

/** Parses an event's data against its definition, so that none carries a field beyond those that are named. */
function shaped(definition: JobDefinition, { type, data }: NewEvent): NewEvent {
  const { completed, failed, also = [] } = definition.events ?? {};
  const known = [completed, failed, ...also].find((candidate) => candidate?.type === type);
  if (!known) throw new Error(`${definition.id} sends no event ${type}`);
  return { type, data: known.data.strict().parse(data) };
}

const sourceOf = (found: StoredJob, definition: JobDefinition): EventSource => ({
  tenant: tenantOf(found),
  job: { ...found, callbacks: findOperation(definition.id)?.callbacks ?? "added" },
});

/** Who may be told of a job's outcome; reads nothing for work of our own, which tells nothing. All at once. */
export const outcomeAudience = async (
  tx: Transaction,
  found: StoredJob,
  definition: JobDefinition,
): Promise<Audience | null> => (definition.events ? audienceOf(tx, sourceOf(found, definition)) : null);

/** The events that a completed job tells, in their order; work of our own tells nothing. Throws for one of no known shape. */
export function completionEvents(
  definition: JobDefinition,
  { data, also = [] }: Completion<Record<string, unknown>>,
): NewEvent[] {
  if (!definition.events) return [];
  return [...also, { type: definition.events.completed.type, data }].map((event) => shaped(definition, event));
}

/** Publishes a completed job's events to its audience, in the caller's transaction and all at once (see publishEvents). */
export async function publishCompletion(
  tx: Transaction,
  found: StoredJob,
  definition: JobDefinition,
  events: NewEvent[],
  audience: Audience | null,
): Promise<void> {
  if (audience) await publishEvents(tx, sourceOf(found, definition), events, audience);
}

/**
 * Publishes a job's one failure event, in the caller's transaction. `refused`: the EMR will never take it, or
 * somebody decided so.
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
  await publishEvents(tx, sourceOf(found, definition), [
    shaped(definition, { type: definition.events.failed.type, data }),
  ]);
}
