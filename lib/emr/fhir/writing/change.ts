import type { EmrResponse } from "#lib/egress/emr-client";
import type { FhirContext } from "#lib/emr/fhir/context";
import { hasKey } from "#lib/emr/fhir/job-key";
import { contentionOf, isDone, refusalOf } from "#lib/emr/fhir/outcome";
import { isRecord, objectsOf } from "#lib/emr/fhir/untrusted";
import { EmrError, type WriteOptions } from "#lib/emr/port/port";
import { afterWriting, beforeWriting } from "./certainty.ts";
import { conflictOf, notKept } from "./conflict.ts";
import { type Change, type Changed, isKept } from "./field-change.ts";
import { requireSearched } from "./find-write.ts";
import { ifMatchOf, isSearched } from "./guarantee.ts";
import { type ReadRecord, type SentChange, sendChange } from "./send-change.ts";
import { versionOfChange } from "./version-of-change.ts";
import { isComposed, resourceIn } from "./written-id.ts";

/** Versions of others that a change makes way for before it is tried again later. */
const MAX_VERSIONS = 5;

/** Labels of resources of which the server shows only a part. */
const PARTIAL: readonly string[] = ["SUBSETTED", "REDACTED"];

const gone = (noun: string): EmrError =>
  new EmrError("validation", `The ${noun} is no longer in the EMR`, { code: "record_not_found" });

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
  { change: { type, id, noun }, signal }: SentChange<Resource>,
): Promise<ReadRecord<Resource>> {
  const found = await server.readExact(type, id, signal);
  if (found === null) throw gone(noun);
  const { resource, exact } = found;
  // Anything else would be written back in the record's place.
  if (!isRecordOf<Resource>(resource, type, id))
    throw new EmrError("passing", `The EMR answered with something else than the ${noun}`);
  if (isPartial(resource))
    throw new EmrError("validation", `The EMR shows only a part of the ${noun}: writing it back would delete the rest`);
  return { resource, exact: () => exact() as unknown as Resource };
}

function refusal(response: EmrResponse, noun: string): EmrError {
  return response.status === 404 || response.status === 410 ? gone(noun) : refusalOf(response);
}

/** Throws an error that names the fields of a made change that the record does not have. */
function requireKept<Resource extends Changed>(change: Change<Resource>, made: Resource): void {
  const lost = change.fields.filter((field) => !isKept(made)(field));
  if (lost.length > 0) throw notKept(change, lost);
}

/**
 * Compares the record with the change that the server took, as it is read again. Throws an error that names the fields
 * that were not kept, or that another has changed since.
 */
async function compareByReading<Resource extends Changed>(
  context: FhirContext,
  base: Resource,
  sent: SentChange<Resource>,
): Promise<void> {
  const { change } = sent;
  const { resource: now } = await afterWriting(read(context, sent));
  const changedAgain = change.fields.filter((field) => !isKept(now)(field) && field.of(now) !== field.of(base));
  if (changedAgain.length > 0) throw conflictOf(change, changedAgain, now, false);
  requireKept(change, now);
}

/** Compares the same as the answer shows it, unless it shows no record or may be what was sent. */
async function compare<Resource extends Changed>(
  context: FhirContext,
  base: Resource,
  response: EmrResponse,
  sent: SentChange<Resource>,
): Promise<void> {
  const { change } = sent;
  const answered = resourceIn(response, change.type);
  const isShown = isRecordOf<Resource>(answered, change.type, change.id) && isComposed(answered, base);
  return isShown ? requireKept(change, answered) : compareByReading(context, base, sent);
}

/** Status by which a server requires the version of what is changed. */
const VERSION_REQUIRED = 428;

/** Writes the change to a server that compares no versions. */
async function writeUnconditionally<Resource extends Changed>(
  context: FhirContext,
  base: ReadRecord<Resource>,
  sent: SentChange<Resource>,
): Promise<void> {
  const { response } = await sendChange(context, base, sent, {});
  if (response.status === VERSION_REQUIRED && base.resource.meta?.versionId !== undefined) {
    // No test has shown the form in which the server takes it: FHIR's own is the weak one.
    const findings = { ...context.findings, if_match: "weak" as const };
    return writeOntoVersion({ ...context, findings }, base, sent);
  }
  if (!isDone(response)) throw refusal(response, sent.change.noun);
  return compareByReading(context, base.resource, sent);
}

/** Returns the error of a refused change of the current version. */
async function refusedVersion(context: FhirContext, response: EmrResponse): Promise<EmrError> {
  // The server takes another form of the version.
  if (response.status === 412) await context.contradict("if_match");
  return response.status === 409 ? contentionOf(response) : refusalOf(response);
}

/**
 * Writes the change onto the version that was read. If another has changed the record meanwhile, the change is made on
 * the other's version, unless both set the same field.
 */
async function writeOntoVersion<Resource extends Changed>(
  context: FhirContext,
  base: ReadRecord<Resource>,
  sent: SentChange<Resource>,
): Promise<void> {
  const { change, key } = sent;
  const { resource: first } = base;
  let current = base;
  for (let versions = 0; versions < MAX_VERSIONS; versions++) {
    const ifMatch = ifMatchOf(context.findings, current.resource.meta?.versionId);
    if (ifMatch === null) return writeUnconditionally(context, current, sent);
    const { response, mayBeOld } = await sendChange(context, current, sent, { "if-match": ifMatch });
    if (isDone(response)) return compare(context, current.resource, response, sent);
    if (!mayBeOld) throw refusal(response, change.noun);
    const again = await beforeWriting(read(context, sent));
    const { resource: theirs } = again;
    if (hasKey(theirs, key)) return requireKept(change, (await versionOfChange(context, sent)) ?? theirs);
    if (theirs.meta?.versionId === current.resource.meta?.versionId) throw await refusedVersion(context, response);
    const both = change.fields.filter((field) => !isKept(theirs)(field) && field.of(theirs) !== field.of(first));
    if (both.length > 0) throw conflictOf(change, both, theirs, true);
    if (change.fields.every(isKept(theirs))) return;
    current = again;
  }
  throw new EmrError("passing", `Others keep changing the ${change.noun} in the EMR`, { notDone: true });
}

/**
 * Sets the fields of a record under a job's key, once: a record that carries the key, or has the values, is left as it
 * is. Throws an EmrError, which names both values if another has set the same field meanwhile, and the fields that the
 * server did not keep.
 */
export async function makeChange<Resource extends Changed>(
  context: FhirContext,
  change: Change<Resource>,
  { idempotencyKey: key, signal }: WriteOptions,
): Promise<void> {
  if (isSearched(context.findings)) requireSearched(context, change.type);
  const sent = { change, key, signal };
  const base = await beforeWriting(read(context, sent));
  const reason = change.check?.(base.resource) ?? null;
  if (reason !== null) throw new EmrError("validation", reason);
  if (change.fields.every(isKept(base.resource))) return;
  if (hasKey(base.resource, key)) return requireKept(change, (await versionOfChange(context, sent)) ?? base.resource);
  await writeOntoVersion(context, base, sent);
}
