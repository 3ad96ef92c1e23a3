import type { EmrResponse } from "#lib/egress/emr-client";
import type { FhirContext } from "#lib/emr/fhir/context";
import { withChangeKey } from "#lib/emr/fhir/job-key";
import { type Change, type Changed, withFields } from "./field-change.ts";
import { jsonPatch } from "./json-patch.ts";

/** A change on its way to the server. */
export interface SentChange<Resource extends Changed> {
  change: Change<Resource>;
  /** The job's idempotency key. */
  key: string;
  signal: AbortSignal;
}

/** A record as it was read. */
export interface ReadRecord<Resource extends Changed> {
  resource: Resource;
  /** Returns the same with the digits of its numbers, to be written back. */
  exact(): Resource;
}

/** Statuses by which a server says that it has no such method. */
const NO_SUCH_METHOD: readonly number[] = [405, 501];

/** Returns the resource with the wanted fields and the key of the change. */
function changed<Resource extends Changed>(resource: Resource, { change, key }: SentChange<Resource>): Resource {
  const next = withFields(resource, change.fields);
  // A narrative that the server has derived from the old values would contradict the new ones.
  const isDerived = resource.text?.status === "generated";
  return {
    ...next,
    ...(isDerived ? { text: undefined } : {}),
    identifier: withChangeKey(next, key),
  };
}

/** Statuses of a JSON Patch whose test failed, for which servers have no common one. */
const TEST_FAILED: readonly number[] = [400, 422];

/** How a server answered a change. */
export interface SentAnswer {
  response: EmrResponse;
  /** Whether it may have been refused because another has changed the record since it was read. */
  mayBeOld: boolean;
}

/** Sends the change of a record as it was read: the whole record, or a JSON Patch to a server that takes patches alone. */
export async function sendChange<Resource extends Changed>(
  { server }: FhirContext,
  read: ReadRecord<Resource>,
  sent: SentChange<Resource>,
  headers: Record<string, string>,
): Promise<SentAnswer> {
  const { change, signal } = sent;
  const address = `${change.type}/${encodeURIComponent(change.id)}`;
  const before = read.exact();
  const resource = changed(before, sent);
  const isConflict = ({ status }: EmrResponse) => status === 409 || status === 412;
  const whole = await server.send(address, { method: "PUT", resource, headers, signal });
  if (!NO_SUCH_METHOD.includes(whole.status)) return { response: whole, mayBeOld: isConflict(whole) };
  const patched = await server.send(address, {
    method: "PATCH",
    resource: jsonPatch(before, resource),
    headers: { "content-type": "application/json-patch+json", ...headers },
    signal,
  });
  return { response: patched, mayBeOld: isConflict(patched) || TEST_FAILED.includes(patched.status) };
}
