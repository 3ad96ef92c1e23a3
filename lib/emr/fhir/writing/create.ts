import type { FhirResource } from "fhir/r4";
import type { EmrResponse } from "#lib/egress/emr-client";
import type { FhirContext } from "#lib/emr/fhir/context";
import { hasKey, keyIdentifier, keySearch } from "#lib/emr/fhir/job-key";
import { contentionOf, isDone, refusalOf } from "#lib/emr/fhir/outcome";
import { EmrError, type WriteOptions } from "#lib/emr/port/port";
import { afterWriting, beforeWriting } from "./certainty.ts";
import { differences } from "./differences.ts";
import { idsUnderKey, requireSearched, type WrittenType } from "./find-write.ts";
import { createsOnce, isSearched } from "./guarantee.ts";
import { isComposed, resourceIn, writtenId } from "./written-id.ts";

type NewResource = Extract<FhirResource, { resourceType: WrittenType }>;

/** A new resource with its key, on its way to the server. */
interface Creation {
  resource: NewResource;
  type: WrittenType;
  key: string;
  /** The record in words. */
  noun: string;
  signal: AbortSignal;
  warn: WriteOptions["warn"];
}

/** Reports that the server does not keep the condition of a create. Returns the error. */
async function otherRecord({ contradict }: FhirContext): Promise<EmrError> {
  await contradict("if_none_exist");
  return new EmrError("validation", "The EMR matched another record by the new one's key: it will be probed again");
}

const creationOf = (resource: NewResource, { idempotencyKey, signal, warn }: WriteOptions, noun: string): Creation => ({
  resource,
  type: resource.resourceType,
  key: idempotencyKey,
  noun,
  signal,
  warn,
});

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
  if (!isDone(response)) throw response.status === 409 ? contentionOf(response) : refusalOf(response);
  const stated = writtenId(response, creation.type);
  const [id] = stated === null ? await afterWriting(idsUnderKey(context, creation.type, creation)) : [stated];
  if (id !== undefined) return id;
  throw new EmrError("passing", "The EMR took the record and did not state its id", { notDone: false });
}

/** Returns the record that the server has: as the answer shows it, or read if the answer may be what was sent. */
async function heldAfter({ server }: FhirContext, response: EmrResponse, { type, signal }: Creation, id: string) {
  const answered = resourceIn(response, type);
  const isShown = answered?.id === id && isComposed(answered, null);
  return isShown ? answered : afterWriting(server.read(type, id, signal));
}

/** Warns of what the server keeps otherwise than it was sent. A record that cannot be read now is written all the same. */
async function compare({ resource, noun, warn }: Creation, read: () => Promise<object | null>): Promise<void> {
  if (!warn) return;
  const held = await read().catch(() => null);
  const found = held === null ? [] : differences(resource, held);
  if (found.length > 0) warn(`The EMR keeps the ${noun} otherwise than it was sent: ${found.join(", ")}`);
}

/** Returns the first record under the key, compared with what is asked; null if there is none. */
async function foundBefore(context: FhirContext, creation: Creation): Promise<string | null> {
  const { type, signal } = creation;
  const [id] = await idsUnderKey(context, type, creation);
  if (id === undefined) return null;
  await compare(creation, () => context.server.read(type, id, signal));
  return id;
}

/** Creates on the condition that no record carries the key, which the server was seen to honour. */
async function createOnce(context: FhirContext, creation: Creation): Promise<string> {
  const response = await post(context, creation, { "if-none-exist": keySearch(creation.key) });
  if (response.status === 412) {
    // Several records match: an earlier write was done twice, or the server compares something else.
    const held = await afterWriting(foundBefore(context, creation));
    if (held === null) throw await otherRecord(context);
    return held;
  }
  const id = await idAfter(context, response, creation);
  // The server has a record instead of a new one, which must be that of the key.
  const held = response.status === 200 ? await heldAfter(context, response, creation, id) : null;
  if (response.status === 200 && (held === null || !hasKey(held, creation.key))) throw await otherRecord(context);
  await compare(creation, async () => held ?? heldAfter(context, response, creation, id));
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
  const held = await beforeWriting(foundBefore(context, creation));
  if (held !== null) return held;
  return removeTwin(context, await createPlainly(context, creation), creation);
}

async function createPlainly(context: FhirContext, creation: Creation): Promise<string> {
  const response = await post(context, creation);
  const id = await idAfter(context, response, creation);
  await compare(creation, () => heldAfter(context, response, creation, id));
  return id;
}

/** Makes a new record under a job's key, `noun` in words, and returns its id. Throws an EmrError. */
export type Make = (
  context: FhirContext,
  resource: NewResource,
  options: WriteOptions,
  noun: string,
) => Promise<string>;

/**
 * Creates a resource under a job's key, `noun` in words, and returns its id: under a condition if the server honours one, else it is looked
 * for before and after. Throws an EmrError.
 */
export const create: Make = async (context, resource, options, noun) => {
  const { findings } = context;
  const creation = creationOf(resource, options, noun);
  if (isSearched(findings)) requireSearched(context, creation.type);
  if (createsOnce(findings)) return createOnce(context, creation);
  if (isSearched(findings)) return createUnlessFound(context, creation);
  return createPlainly(context, creation);
};

/** Compares the record that the server holds under a job's key with the one that was asked for, and sends nothing. */
export const compareFound: Make = async (context, resource, options, noun) => {
  const held = await foundBefore(context, creationOf(resource, options, noun));
  if (held === null) throw new EmrError("passing", `The EMR no longer finds the ${noun} by its key`);
  return held;
};
