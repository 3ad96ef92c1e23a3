import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import type { ChangeNotice } from "#lib/emr/port/event-webhook";
import { newId } from "#lib/kernel/id";

/** Notices of one notification that are taken one by one: more of them are one reading of what changed. */
const MOST = 100;

/** A reference, relative or absolute, to a resource or a version of it. */
const REFERENCE = /(?:^|\/)([A-Z][A-Za-z]{1,63})\/([A-Za-z0-9.-]{1,64})(?:\/_history\/[A-Za-z0-9.-]{1,64})?$/;

/** Longest reference that is looked at. */
const MAX_REFERENCE = 2_048;

/** Number of an event; a longer one is none that can be followed. */
const NUMBER = /^\d{1,15}$/;

const record = (value: unknown): Untrusted =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Untrusted) : {};

/** Returns the resource that a reference names; null if it names none. */
function named(reference: unknown): ChangeNotice["record"] {
  if (typeof reference !== "string" || reference.length > MAX_REFERENCE) return null;
  const [, type, id] = REFERENCE.exec(reference) ?? [];
  return type === undefined || id === undefined ? null : { type, id };
}

/** Returns the resource of a body; null if it says none. */
const ofResource = ({ resourceType, id }: Untrusted): ChangeNotice["record"] =>
  typeof resourceType === "string" && typeof id === "string" ? named(`${resourceType}/${id}`) : null;

/** A notice that repeats no other one: it says something has changed, of one record or of any. */
const single = (about: ChangeNotice["record"] = null): ChangeNotice => ({
  id: newId(),
  record: about,
  after: null,
  isBeat: false,
});

/** The status of a subscription, as each of its notifications begins with it. */
interface Status {
  /** Such as `handshake`, `heartbeat` and `event-notification`. */
  type: unknown;
  subscription: unknown;
  /** Events since the subscription began. */
  count: unknown;
  events: { number: unknown; focus: unknown }[];
}

/** Returns the value of a parameter, of whatever type. */
function parameterValue(parameter: Untrusted | undefined): unknown {
  const name = Object.keys(parameter ?? {}).find((each) => each.startsWith("value"));
  return name === undefined ? undefined : parameter?.[name];
}

/** Returns the status in the form of R4: a Parameters. */
function inParameters({ parameter }: Untrusted): Status {
  const all = objectsOf(parameter);
  const one = (list: readonly Untrusted[], name: string) => parameterValue(list.find((each) => each.name === name));
  const events = all
    .filter(({ name }) => name === "notification-event")
    .map(({ part }) => ({
      number: one(objectsOf(part), "event-number"),
      focus: record(one(objectsOf(part), "focus")).reference,
    }));
  return {
    type: one(all, "type"),
    subscription: record(one(all, "subscription")).reference,
    count: one(all, "events-since-subscription-start"),
    events,
  };
}

/** Returns the status in the form of R4B and R5: a SubscriptionStatus. */
const inStatus = (status: Untrusted): Status => ({
  type: status.type,
  subscription: record(status.subscription).reference,
  count: status.eventsSinceSubscriptionStart,
  events: objectsOf(status.notificationEvent).map(({ eventNumber, focus }) => ({
    number: eventNumber,
    focus: record(focus).reference,
  })),
});

/** Returns the status with which a Bundle begins; null if it is no notification. */
function statusOf(entries: readonly Untrusted[]): Status | null {
  const first = record(entries[0]?.resource);
  if (first.resourceType === "Parameters") return inParameters(first);
  return first.resourceType === "SubscriptionStatus" ? inStatus(first) : null;
}

/** Returns the id of a subscription's event; null if it has no number that can be followed. */
function eventId({ subscription }: Status, number: unknown): string | null {
  const digits = typeof number === "number" ? String(number) : number;
  const id = named(subscription)?.id;
  return id !== undefined && typeof digits === "string" && NUMBER.test(digits) ? `${id}:${BigInt(digits)}` : null;
}

/** Returns the id of the event before one; null before the first one. */
function before(id: string | null): string | null {
  const [subscription, number] = id?.split(":") ?? [];
  return number === undefined || BigInt(number) <= 1n ? null : `${subscription}:${BigInt(number) - 1n}`;
}

/** Returns the notices of a notification's events. */
function ofEvents(status: Status, entries: readonly Untrusted[]): ChangeNotice[] {
  if (status.events.length === 0) {
    const id = eventId(status, status.count);
    const about = entries.slice(1).map(({ resource, fullUrl }) => ofResource(record(resource)) ?? named(fullUrl));
    const all = about.length === 0 ? [null] : about;
    return all.map((each, place) =>
      id === null || place > 0 ? single(each) : { ...single(each), id, after: before(id) },
    );
  }
  return status.events.map(({ number, focus }) => {
    const id = eventId(status, number);
    return id === null ? single(named(focus)) : { ...single(named(focus)), id, after: before(id) };
  });
}

/** Returns the notices of a notification Bundle. */
function ofBundle(bundle: Untrusted): ChangeNotice[] {
  const entries = objectsOf(bundle.entry);
  const status = statusOf(entries);
  if (status === null) return [single()];
  if (status.type === "event-notification") return ofEvents(status, entries);
  const last = status.type === "heartbeat" ? eventId(status, status.count) : null;
  // A heartbeat says how many events there were: the last one has come, or something was lost.
  return last === null || last.endsWith(":0")
    ? []
    : [{ id: `${last}:heartbeat`, record: null, after: last, isBeat: true }];
}

/** Returns the notice of a resource that was sent whole. One of the same version is a repetition. */
function ofWhole(resource: Untrusted): ChangeNotice {
  const about = ofResource(resource);
  const { versionId, lastUpdated } = record(resource.meta);
  if (about === null || typeof lastUpdated !== "string" || lastUpdated.length > 64) return single(about);
  const version = typeof versionId === "string" ? versionId.slice(0, 64) : "";
  return { ...single(about), id: `${about.type}/${about.id}/${version}/${lastUpdated}` };
}

/**
 * Returns what a server's notification says has changed (additions §4). Nothing of its content is kept but the names of records: each
 * is read anew. `body` is the JSON that came; undefined for a notification without any, as of a plain subscription without a payload. A
 * body that is not understood says that something has changed.
 */
export function noticesOf(body: unknown, headers: Headers): ChangeNotice[] {
  // Medplum sends `{}` for a deleted resource, and names it in a header.
  const deleted = named(headers.get("x-medplum-deleted-resource"));
  if (deleted !== null) return [single(deleted)];
  const resource = record(body);
  const notices = resource.resourceType === "Bundle" ? ofBundle(resource) : [ofWhole(resource)];
  return notices.length > MOST ? [single()] : notices;
}
