import { catalog } from "#lib/catalog/generated/definitions";
import type { EventDefinition, OperationDefinition } from "#lib/definitions/operation";
import type { Envelope } from "#lib/stream/envelope";

const DEFINITIONS: ReadonlyMap<string, EventDefinition> = new Map(
  Object.values<OperationDefinition>(catalog)
    .flatMap(({ events: { completed, failed, also = [] } }) => [completed, failed, ...also])
    .map((event) => [event.type, event]),
);

/** Builds an event's envelope with exactly the fields of its type (decisions §5, exactness). */
export function makeEnvelope(event: {
  id: string;
  created: Date;
  type: string;
  /** Null for a webhook endpoint's test event, which has no job. */
  jobId: number | null;
  accessTokenReferenceId: string;
  data: Record<string, unknown>;
}): Envelope {
  const { id, type, data } = event;
  const { namesNoToken, action } = DEFINITIONS.get(type) ?? {};
  return {
    id,
    ...(namesNoToken ? {} : { access_token_reference_id: event.accessTokenReferenceId }),
    object: "event",
    created: event.created.toISOString(),
    type,
    ...(event.jobId === null ? {} : { job_id: String(event.jobId) }),
    ...(action && { action }),
    data,
  };
}
