import type { Appointment, ServiceRequest } from "fhir/r4";
import type { EmrResponse } from "#lib/egress/emr-client";
import type { FhirContext } from "#lib/emr/fhir/context";
import { hasKey, withChangeKey } from "#lib/emr/fhir/job-key";
import { isDone, refusalOf } from "#lib/emr/fhir/outcome";
import { isRecord, objectsOf } from "#lib/emr/fhir/untrusted";
import { EmrError, type FieldConflict, type WriteOptions } from "#lib/emr/port/port";
import { afterWriting, beforeWriting } from "./certainty.ts";
import { requireSearched } from "./find-write.ts";
import { ifMatchOf, isSearched } from "./guarantee.ts";

/** Versions of others that a change makes way for before it is tried again later. */
const MAX_VERSIONS = 5;

/** Characters of a server's text that a conflict shows: as long as our own texts may be. */
const MAX_TEXT = 10_000;

/** Labels of resources of which the server shows only a part. */
const PARTIAL: readonly string[] = ["SUBSETTED", "REDACTED"];

type Changed = Appointment | ServiceRequest;

type Value = string | number | null;

/** One field that a change sets. */
export interface FieldChange<Resource extends Changed> {
  /** The field in words. */
  name: string;
  wanted: Value;
  of(resource: Resource): Value;
  /** Returns the changed elements; undefined for one that must go. */
  set(resource: Resource): Partial<Record<keyof Resource, unknown>>;
  /** Returns a value in words for a conflict's reason; null for free text, which may be about the patient. */
  shown(value: Value): string | null;
}

/** A change of the named fields of one record; all others stay as they are. */
export interface Change<Resource extends Changed> {
  type: Resource["resourceType"];
  id: string;
  /** The record in words. */
  noun: string;
  fields: FieldChange<Resource>[];
}

interface Sent<Resource extends Changed> {
  change: Change<Resource>;
  key: string;
  signal: AbortSignal;
}

const isKept =
  <Resource extends Changed>(resource: Resource) =>
  ({ of, wanted }: FieldChange<Resource>): boolean =>
    of(resource) === wanted;

const gone = (noun: string): EmrError => new EmrError("validation", `The ${noun} is no longer in the EMR`);

/** Returns whether the server has left elements out, as it says by a tag or a security label. */
const isPartial = ({ meta }: Changed): boolean =>
  [...objectsOf(meta?.tag), ...objectsOf(meta?.security)].some(({ code }) => PARTIAL.includes(code ?? ""));

const isRecordOf = <Resource extends Changed>(
  found: unknown,
  type: Resource["resourceType"],
  id: string,
): found is Resource => isRecord(found) && found.resourceType === type && found.id === id;

async function read<Resource extends Changed>(
  { server }: FhirContext,
  { change: { type, id, noun }, signal }: Sent<Resource>,
): Promise<Resource> {
  const found: unknown = await server.read(type, id, signal);
  if (found === null) throw gone(noun);
  // Anything else would be written back in the record's place.
  if (!isRecordOf<Resource>(found, type, id))
    throw new EmrError("passing", `The EMR answered with something else than the ${noun}`);
  if (isPartial(found))
    throw new EmrError("validation", `The EMR shows only a part of the ${noun}: writing it back would delete the rest`);
  return found;
}

/** Returns a server's text as PostgreSQL can store it, at most as long as a text of ours may be. */
const storable = (text: string): string => text.replaceAll("\0", "").slice(0, MAX_TEXT).toWellFormed();

/** Returns the conflict about a field that another has set to something else, in words. */
function conflictIn<Resource extends Changed>({ name, wanted, of, shown }: FieldChange<Resource>, theirs: Resource) {
  const [ours, other] = [shown(wanted), shown(of(theirs))];
  const values = ours === null || other === null ? "another text than this one" : `${other}, not ${ours}`;
  const whole = (value: Value): string => storable(value === null ? "" : (shown(value) ?? String(value)));
  return {
    words: `its ${name} is now ${values}`,
    values: { field: name, ours: whole(wanted), theirs: whole(of(theirs)) } satisfies FieldConflict,
  };
}

/** Returns the error about the fields that another has set to something else: it names both values of each. */
function conflictOf<Resource extends Changed>(
  { noun }: Change<Resource>,
  fields: readonly FieldChange<Resource>[],
  theirs: Resource,
  notDone: boolean,
): EmrError {
  const found = fields.map((field) => conflictIn(field, theirs));
  const words = found.map((each) => each.words).join("; ");
  return new EmrError("validation", `Another changed the ${noun} in the EMR: ${words}`, {
    notDone,
    conflicts: found.map(({ values }) => values),
  });
}

/** Returns a resource with the wanted values of the fields. */
export function withFields<Resource extends Changed>(
  resource: Resource,
  fields: readonly FieldChange<Resource>[],
): Resource {
  const changing = { ...resource };
  for (const { set } of fields) {
    const elements = set(changing);
    // The extensions of a primitive, such as why it is absent, belong to its old value.
    const old = Object.keys(elements).map((name) => [`_${name}`, undefined]);
    Object.assign(changing, elements, Object.fromEntries(old));
  }
  return changing;
}

/** Returns the resource with the wanted fields and the key of the change. */
function changed<Resource extends Changed>(resource: Resource, { change, key }: Sent<Resource>): Resource {
  const next = withFields(resource, change.fields);
  // A narrative that the server has derived from the old values would contradict the new ones.
  const isDerived = resource.text?.status === "generated";
  return {
    ...next,
    ...(isDerived ? { text: undefined } : {}),
    identifier: withChangeKey(next, key),
  };
}

const put = <Resource extends Changed>(
  { server }: FhirContext,
  resource: Resource,
  { change: { type, id }, signal }: Sent<Resource>,
  headers: Record<string, string>,
): Promise<EmrResponse> =>
  server.send(`${type}/${encodeURIComponent(id)}`, { method: "PUT", resource, headers, signal });

function refusal(response: EmrResponse, noun: string): EmrError {
  return response.status === 404 || response.status === 410 ? gone(noun) : refusalOf(response);
}

/** Status by which a server requires the version of what is changed. */
const VERSION_REQUIRED = 428;

/** Writes the change and reads it back, for a server that compares no versions. */
async function writeAndReadBack<Resource extends Changed>(
  context: FhirContext,
  base: Resource,
  sent: Sent<Resource>,
): Promise<void> {
  const { change } = sent;
  const response = await put(context, changed(base, sent), sent, {});
  if (response.status === VERSION_REQUIRED && base.meta?.versionId !== undefined) {
    // No test has shown the form in which the server takes it: FHIR's own is the weak one.
    const findings = { ...context.findings, if_match: "weak" as const };
    return writeOntoVersion({ ...context, findings }, base, sent);
  }
  if (!isDone(response)) throw refusal(response, change.noun);
  const now = await afterWriting(read(context, sent));
  const allLost = change.fields.filter((field) => !isKept(now)(field));
  const [lost] = allLost;
  if (!lost) return;
  const changedAgain = allLost.filter(({ of }) => of(now) !== of(base));
  if (changedAgain.length > 0) throw conflictOf(change, changedAgain, now, false);
  throw new EmrError("validation", `The EMR took the change of the ${change.noun} and did not keep its ${lost.name}`, {
    notDone: false,
  });
}

/**
 * Writes the change onto the version that was read. If another has changed the record meanwhile, the change is made on
 * the other's version, unless both set the same field.
 */
async function writeOntoVersion<Resource extends Changed>(
  context: FhirContext,
  base: Resource,
  sent: Sent<Resource>,
): Promise<void> {
  const { change, key } = sent;
  let current = base;
  for (let versions = 0; versions < MAX_VERSIONS; versions++) {
    const ifMatch = ifMatchOf(context.findings, current.meta?.versionId);
    if (ifMatch === null) return writeAndReadBack(context, current, sent);
    const response = await put(context, changed(current, sent), sent, { "if-match": ifMatch });
    if (isDone(response)) return;
    if (response.status !== 409 && response.status !== 412) throw refusal(response, change.noun);
    const theirs = await beforeWriting(read(context, sent));
    if (hasKey(theirs, key)) return;
    if (theirs.meta?.versionId === current.meta?.versionId) {
      // The version is the current one: the server takes another form of it, or refuses something else.
      if (response.status === 412) await context.contradict("if_match");
      throw refusalOf(response);
    }
    const both = change.fields.filter((field) => !isKept(theirs)(field) && field.of(theirs) !== field.of(base));
    if (both.length > 0) throw conflictOf(change, both, theirs, true);
    if (change.fields.every(isKept(theirs))) return;
    current = theirs;
  }
  throw new EmrError("passing", `Others keep changing the ${change.noun} in the EMR`, { notDone: true });
}

/**
 * Sets the fields of a record under a job's key, once: a record that carries the key, or has the values, is left as it
 * is. Throws an EmrError, which names both values if another has set the same field meanwhile.
 */
export async function makeChange<Resource extends Changed>(
  context: FhirContext,
  change: Change<Resource>,
  { idempotencyKey: key, signal }: WriteOptions,
): Promise<void> {
  if (isSearched(context.findings)) requireSearched(context, change.type);
  const sent = { change, key, signal };
  const base = await beforeWriting(read(context, sent));
  if (hasKey(base, key) || change.fields.every(isKept(base))) return;
  await writeOntoVersion(context, base, sent);
}
