import type { FhirResource } from "fhir/r4";
import type { EmrResponse } from "#lib/egress/emr-client";
import type { FhirContext } from "#lib/emr/fhir/context";
import { hasKey, keyIdentifier, keySearch } from "#lib/emr/fhir/job-key";
import { isDone, refusalOf } from "#lib/emr/fhir/outcome";
import { EmrError, type WriteOptions } from "#lib/emr/port/port";
import { afterWriting, beforeWriting } from "./certainty.ts";
import { idsUnderKey, requireSearched, type WrittenType } from "./find-write.ts";
import { createsOnce, isSearched } from "./guarantee.ts";
import { resourceIn, writtenId } from "./written-id.ts";

type NewResource = Extract<FhirResource, { resourceType: WrittenType }>;

/** A new resource with its key, on its way to the server. */
interface Creation {
  resource: NewResource;
  type: WrittenType;
  key: string;
  signal: AbortSignal;
}

/** Reports that the server does not keep the condition of a create. Returns the error. */
async function otherRecord({ contradict }: FhirContext): Promise<EmrError> {
  await contradict("if_none_exist");
  return new EmrError("validation", "The EMR matched another record by the new one's key: it will be probed again");
}

const post = (
  { server }: FhirContext,
  { resource, type, key, signal }: Creation,
  headers: Record<string, string> = {},
): Promise<EmrResponse> =>
  server.send(type, {
    method: "POST",
    resource: {
      ...resource,
      identifier: [keyIdentifier(key), ...(resource.identifier ?? [])],
      // Some servers search a document by its master identifier alone.
      ...(type === "DocumentReference" ? { masterIdentifier: keyIdentifier(key) } : {}),
    },
    headers,
    signal,
  });

/** Returns the id of the record that a response reports, by searching for the key if the response does not say it. */
async function idAfter(context: FhirContext, response: EmrResponse, creation: Creation): Promise<string> {
  if (!isDone(response)) throw refusalOf(response);
  const stated = writtenId(response, creation.type);
  const [id] = stated === null ? await afterWriting(idsUnderKey(context, creation.type, creation)) : [stated];
  if (id !== undefined) return id;
  throw new EmrError("passing", "The EMR took the record and did not state its id", { notDone: false });
}

/** Checks that the record that the server has instead of a new one is that of the key. Throws a validation fault. */
async function requireSame(context: FhirContext, response: EmrResponse, { type, key, signal }: Creation, id: string) {
  const held = resourceIn(response, type) ?? (await afterWriting(context.server.read(type, id, signal)));
  if (held === null || !hasKey(held, key)) throw await otherRecord(context);
}

/** Creates on the condition that no record carries the key, which the server was seen to honour. */
async function createOnce(context: FhirContext, creation: Creation): Promise<string> {
  const response = await post(context, creation, { "if-none-exist": keySearch(creation.key) });
  if (response.status === 412) {
    // Several records match: an earlier write was done twice, or the server compares something else.
    const [held] = await afterWriting(idsUnderKey(context, creation.type, creation));
    if (held === undefined) throw await otherRecord(context);
    return held;
  }
  const id = await idAfter(context, response, creation);
  if (response.status === 200) await requireSame(context, response, creation, id);
  return id;
}

/** Removes the record that this call created if another one carries the key. Returns the id of the one that stays. */
async function removeTwin(context: FhirContext, id: string, creation: Creation): Promise<string> {
  const { type, signal } = creation;
  // The record is written: a failed look-up must not say otherwise.
  const held = await idsUnderKey(context, type, creation).catch((): string[] => []);
  const [first = id] = held;
  if (first === id || !held.includes(id)) return id;
  await context.server.send(`${type}/${encodeURIComponent(id)}`, { method: "DELETE", signal }).catch(() => null);
  return first;
}

async function createUnlessFound(context: FhirContext, creation: Creation): Promise<string> {
  const [held] = await beforeWriting(idsUnderKey(context, creation.type, creation));
  if (held !== undefined) return held;
  const id = await idAfter(context, await post(context, creation), creation);
  return removeTwin(context, id, creation);
}

/**
 * Creates a resource under a job's key and returns its id: under a condition if the server honours one, else it is looked
 * for before and after. Throws an EmrError.
 */
export async function create(
  context: FhirContext,
  resource: NewResource,
  { idempotencyKey: key, signal }: WriteOptions,
): Promise<string> {
  const { findings } = context;
  const creation = { resource, type: resource.resourceType, key, signal };
  if (isSearched(findings)) requireSearched(context, creation.type);
  if (createsOnce(findings)) return createOnce(context, creation);
  if (isSearched(findings)) return createUnlessFound(context, creation);
  return idAfter(context, await post(context, creation), creation);
}
