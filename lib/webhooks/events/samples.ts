import type { OperationId } from "#lib/catalog/catalog";
import { catalog } from "#lib/catalog/generated/definitions";
import { samples } from "#lib/catalog/generated/samples";
import type { OperationDefinition } from "#lib/definitions/operation";
import type { Envelope } from "#lib/stream/envelope";
import { ACCOUNT_EVENTS } from "./account-events.ts";
import { makeEnvelope } from "./make-envelope.ts";
import { testEvent } from "./test-event.ts";

/**
 * Returns sample `data` by event type, from the operations' samples; the first operation's if several send the type.
 */
function dataByType(): Map<string, Record<string, unknown>> {
  const found = new Map<string, Record<string, unknown>>();
  for (const [id, { events }] of Object.entries(catalog) as [OperationId, OperationDefinition][]) {
    const { completed, failed, also = {} } = samples[id];
    const all = { [events.completed.type]: completed, [events.failed.type]: failed, ...also };
    for (const [type, data] of Object.entries(all)) if (!found.has(type)) found.set(type, data);
  }
  return found;
}

/** Returns a sample event as it is sent, for developers of receivers; null for an unknown type. Browser-safe. */
export function eventSample(type: string): Envelope | null {
  const ofNoJob = [...ACCOUNT_EVENTS, testEvent].find((event) => event.type === type)?.sample;
  const data = ofNoJob ?? dataByType().get(type);
  if (!data) return null;
  return makeEnvelope({
    id: "01900000000070008000000000000042",
    created: new Date("2026-03-02T15:04:12Z"),
    type,
    jobId: ofNoJob ? null : 1042,
    accessTokenReferenceId: "01900000000070008000000000000001",
    data,
  });
}
