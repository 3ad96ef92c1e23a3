import type { Appointment, Reference, Slot } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import { isDone } from "#lib/emr/fhir/outcome";
import { timeOf } from "#lib/emr/fhir/reading/elements";
import { SLOT } from "#lib/emr/fhir/reading/record-ids";
import { idIn } from "#lib/emr/fhir/reading/references";
import { pagesOf } from "#lib/emr/fhir/reading/search";
import type { TimesReader } from "#lib/emr/fhir/reading/times";
import { type AnyShape, objectsOf } from "#lib/emr/fhir/untrusted";
import { type EmrAppointment, EmrError, type WriteOptions } from "#lib/emr/port/port";
import { ifMatchOf } from "./guarantee.ts";
import { jsonPatch } from "./json-patch.ts";

const MINUTE_MS = 60_000;

/** The time of a visit. */
export interface VisitTime {
  providerEhrId: string;
  /** ISO 8601. */
  startsAt: string;
  /** Minutes. */
  duration: number;
}

const endOf = ({ startsAt, duration }: VisitTime): number => Date.parse(startsAt) + duration * MINUTE_MS;

/** Returns whether a visit takes an open time: half of it or more, as the rest of a long one stays open. */
function takes(visit: VisitTime, { from, to }: { from: number; to: number }): boolean {
  const shared = Math.min(to, endOf(visit)) - Math.max(from, Date.parse(visit.startsAt));
  return shared * 2 >= to - from;
}

/** A Slot as it was read, with the digits of its numbers. */
export interface ReadSlot {
  id: string;
  resource: Slot;
}

export const slotReference = (id: string): Reference => ({ reference: `Slot/${encodeURIComponent(id)}` });

export const referencesTo = (slots: readonly ReadSlot[]): Reference[] => slots.map(({ id }) => slotReference(id));

/** Returns the Slots that an appointment names. */
export const slotsOf = (
  { slot }: AnyShape<Pick<Appointment, "slot">>,
  { server }: Pick<FhirContext, "server">,
): string[] => objectsOf(slot).flatMap((reference) => idIn(reference, "Slot", server.baseUrl) ?? []);

/** Reads a Slot of some statuses; null for another one. Throws an EmrError. */
export async function readSlot(
  { server }: FhirContext,
  id: string,
  statuses: readonly Slot["status"][],
  signal: AbortSignal,
): Promise<ReadSlot | null> {
  const found = await server.readExact("Slot", id, signal);
  if (found?.resource.resourceType !== "Slot") return null;
  const resource = found.exact() as unknown as Slot;
  return statuses.includes(resource.status) ? { id, resource } : null;
}

/** The time of a visit, and the reader of the open times there. */
interface AtTime {
  visit: VisitTime;
  openTimesAt: TimesReader["slots"];
}

/** Reads the open times of a visit's provider that share a part of its time. Throws an EmrError. */
async function openThere({ visit, openTimesAt }: AtTime, signal: AbortSignal): Promise<EmrAppointment[]> {
  const { providerEhrId, startsAt } = visit;
  const which = { providerEhrIds: [providerEhrId], from: startsAt, to: new Date(endOf(visit)).toISOString() };
  return (await openTimesAt(which, signal)).filter(
    (record) => record.category === "schedule_slot" && record.providerEhrId === providerEhrId,
  );
}

/** Returns whether a visit begins in an open time, also in one of which it takes too little to have it. Throws an EmrError. */
export const beginsInOpenTime = async (time: AtTime, signal: AbortSignal): Promise<boolean> =>
  (await openThere(time, signal)).some((record) => Date.parse(record.startsAt) <= Date.parse(time.visit.startsAt));

/** Reads the open times that a visit takes. Throws an EmrError. */
export async function openSlots(context: FhirContext, time: AtTime, signal: AbortSignal): Promise<ReadSlot[]> {
  const open = (await openThere(time, signal)).filter((record) =>
    takes(time.visit, { from: Date.parse(record.startsAt), to: endOf(record) }),
  );
  const read: ReadSlot[] = [];
  for (const { emrAppointmentId } of open) {
    const slot = await readSlot(context, emrAppointmentId.slice(SLOT.length), ["free"], signal);
    if (slot) read.push(slot);
  }
  return read;
}

/**
 * Reads which of the Slots that an appointment names it still takes at another time of the same provider. One that cannot be read
 * counts as taken: opening it could let another book the visit's own time.
 */
export async function stillTaken(
  context: FhirContext,
  { visit, ids }: { visit: VisitTime; ids: readonly string[] },
  signal: AbortSignal,
): Promise<string[]> {
  const taken: string[] = [];
  for (const id of ids) {
    const slot = await context.server.read("Slot", id, signal).catch(() => null);
    const [from, to] = [timeOf(slot?.start, context.timeZone), timeOf(slot?.end, context.timeZone)];
    if (from === null || to === null || takes(visit, { from: Date.parse(from), to: Date.parse(to) })) taken.push(id);
  }
  return taken;
}

/** Returns the refusal of a visit whose open time another has taken: the other's visit may be written a moment later. */
export const takenMeanwhile = (): EmrError =>
  new EmrError("validation", "The open time was taken in the EMR by another booking", { code: "overlap" });

/** Returns the Slot with another status. */
export const withStatus = ({ resource }: ReadSlot, status: Slot["status"]): Slot => ({ ...resource, status });

/** Statuses by which a server says that it has no such method. */
const NO_SUCH_METHOD: readonly number[] = [405, 501];

/**
 * Writes a Slot onto the version that was read, as a JSON Patch to a server that takes patches alone. Returns whether the server says
 * that it took it, which some say and keep the old status: only the Slot as it is read again tells.
 */
export async function writeSlot(
  { server, findings }: FhirContext,
  { id, resource: before }: ReadSlot,
  resource: Slot,
  signal: AbortSignal,
): Promise<boolean> {
  const address = `Slot/${encodeURIComponent(id)}`;
  const version = ifMatchOf(findings, before.meta?.versionId);
  const headers = version === null ? {} : { "if-match": version };
  const whole = await server.send(address, { method: "PUT", resource, headers, signal });
  if (!NO_SUCH_METHOD.includes(whole.status)) return isDone(whole);
  const patched = await server.send(address, {
    method: "PATCH",
    resource: jsonPatch(before, resource),
    headers: { "content-type": "application/json-patch+json", ...headers },
    signal,
  });
  return isDone(patched);
}

/** Writes of one Slot, of which the answers of all but the last may be lost. */
export const MAX_WRITES = 2;

/** Takes an open time. Returns whether the server shows it as taken; false too if it does not tell. */
async function takeSlot(context: FhirContext, slot: ReadSlot, signal: AbortSignal): Promise<boolean> {
  for (let writes = 0; ; writes++) {
    // It may be taken with the visit, or by a write whose answer was lost, and may be open still after one that was answered as done.
    const now = await readSlot(context, slot.id, ["free"], signal).catch(() => slot);
    if (now === null) return true;
    if (writes === MAX_WRITES) return false;
    await writeSlot(context, now, withStatus(now, "busy"), signal).catch(() => null);
  }
}

/** Warns of a visit's time that others could book. */
const SHOWN_AS_OPEN = "The EMR still shows the time of the appointment as open";

/** Takes open times for a visit that is written already: one that the server leaves open is told. */
export async function takeSlots(
  context: FhirContext,
  slots: readonly ReadSlot[],
  { signal, warn }: WriteOptions,
): Promise<void> {
  let left = 0;
  for (const slot of slots) if (!(await takeSlot(context, slot, signal))) left++;
  if (left > 0) warn?.(SHOWN_AS_OPEN);
}

/** Warns of a visit's time of which the EMR did not tell whether others could book it. */
export const NOT_TOLD = "Whether the EMR shows the time of the appointment as taken is not known";

/** Takes the open times of a visit that is written already: what cannot be told is a warning. */
export async function takeTime(context: FhirContext, time: AtTime, options: WriteOptions): Promise<void> {
  const slots = await openSlots(context, time, options.signal).catch(() => null);
  if (slots === null) options.warn?.(NOT_TOLD);
  else await takeSlots(context, slots, options);
}

/** Statuses of appointments that take no time. */
export const FREE: readonly string[] = ["cancelled", "noshow", "entered-in-error", "proposed", "waitlist"];

/** A Slot that an appointment has, and whether it alone has it: `unknown` if the server does not tell. */
export interface HeldSlot {
  id: string;
  has: "alone" | "with others" | "unknown";
}

/** Returns whether an appointment alone has a Slot. */
async function holdingOf(
  { server }: FhirContext,
  id: string,
  appointmentId: string,
  signal: AbortSignal,
): Promise<HeldSlot["has"]> {
  const address = `Appointment?${new URLSearchParams({ slot: `Slot/${id}` })}`;
  let isFound = false;
  for await (const page of pagesOf(server, { type: "Appointment", address, fresh: true }, signal))
    for (const appointment of page) {
      if (appointment.id === appointmentId) isFound = true;
      // A server that ignores the parameter shows others.
      else if (!FREE.includes(String(appointment.status)) && slotsOf(appointment, { server }).includes(id))
        return "with others";
    }
  // A search that lacks the appointment itself finds others no better.
  return isFound ? "alone" : "unknown";
}

/** Reads which Slots an appointment has; one of which the server tells nothing is unknown. */
export async function heldSlots(
  context: FhirContext,
  { id: appointmentId, ids }: { id: string; ids: readonly string[] },
  signal: AbortSignal,
): Promise<HeldSlot[]> {
  const held: HeldSlot[] = [];
  for (const id of ids) {
    const has = await holdingOf(context, id, appointmentId, signal).catch((): HeldSlot["has"] => "unknown");
    held.push({ id, has });
  }
  return held;
}

/** Warns of a time that a visit has left and that the EMR may go on to show as taken. */
export const MAY_STAY_TAKEN = "The EMR may still show the former time of the appointment as taken";

/** Statuses of a time that a visit has. */
const TAKEN: readonly Slot["status"][] = ["busy", "busy-tentative"];

/** Opens a time that a visit has had. Returns whether the server shows it as open. Throws an EmrError. */
async function openSlot(context: FhirContext, { id, has }: HeldSlot, signal: AbortSignal): Promise<boolean> {
  const slot = await readSlot(context, id, TAKEN, signal);
  if (slot === null) return true;
  if (has !== "alone") return false;
  // Its answer may be lost although the server has done it. It is sent once: another may have booked the time that it opened.
  await writeSlot(context, slot, withStatus(slot, "free"), signal).catch(() => false);
  return (await readSlot(context, id, TAKEN, signal)) === null;
}

/** Opens the times again that a visit alone has had: one that may stay taken is told. */
export async function openAgain(
  context: FhirContext,
  held: readonly HeldSlot[],
  { signal, warn }: WriteOptions,
): Promise<void> {
  let left = 0;
  for (const slot of held)
    if (slot.has !== "with others" && !(await openSlot(context, slot, signal).catch(() => false))) left++;
  if (left > 0) warn?.(MAY_STAY_TAKEN);
}
