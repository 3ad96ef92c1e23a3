import type { Appointment, Reference, Slot } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import { isDone } from "#lib/emr/fhir/outcome";
import { timeOf } from "#lib/emr/fhir/reading/elements";
import { SLOT } from "#lib/emr/fhir/reading/record-ids";
import { idIn } from "#lib/emr/fhir/reading/references";
import { pagesOf } from "#lib/emr/fhir/reading/search";
import type { TimesReader } from "#lib/emr/fhir/reading/times";
import { type AnyShape, objectsOf } from "#lib/emr/fhir/untrusted";
import type { WriteOptions } from "#lib/emr/port/port";
import { ifMatchOf } from "./guarantee.ts";

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

/** Reads a Slot of one status; null for another one. Throws an EmrError. */
async function readSlot(
  { server }: FhirContext,
  id: string,
  status: Slot["status"],
  signal: AbortSignal,
): Promise<ReadSlot | null> {
  const found = await server.readExact("Slot", id, signal);
  if (found?.resource.resourceType !== "Slot" || found.resource.status !== status) return null;
  return { id, resource: found.exact() as unknown as Slot };
}

/** Reads the open times that a visit takes. Throws an EmrError. */
export async function openSlots(
  context: FhirContext,
  { visit, openTimesAt }: { visit: VisitTime; openTimesAt: TimesReader["slots"] },
  signal: AbortSignal,
): Promise<ReadSlot[]> {
  const { providerEhrId, startsAt } = visit;
  const which = { providerEhrIds: [providerEhrId], from: startsAt, to: new Date(endOf(visit)).toISOString() };
  const open = (await openTimesAt(which, signal)).filter(
    (record) =>
      record.category === "schedule_slot" &&
      record.providerEhrId === providerEhrId &&
      takes(visit, { from: Date.parse(record.startsAt), to: endOf(record) }),
  );
  const read: ReadSlot[] = [];
  for (const { emrAppointmentId } of open) {
    const slot = await readSlot(context, emrAppointmentId.slice(SLOT.length), "free", signal);
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

/** Returns the Slot with another status. */
export const withStatus = ({ resource }: ReadSlot, status: Slot["status"]): Slot => ({ ...resource, status });

/**
 * Writes a Slot with another status onto the version that was read. Returns whether the server says that it took it, which some say
 * and keep the old status: only the Slot as it is read again tells.
 */
async function write(
  { server, findings }: FhirContext,
  slot: ReadSlot,
  status: Slot["status"],
  signal: AbortSignal,
): Promise<boolean> {
  const version = ifMatchOf(findings, slot.resource.meta?.versionId);
  const response = await server.send(`Slot/${encodeURIComponent(slot.id)}`, {
    method: "PUT",
    resource: withStatus(slot, status),
    ...(version === null ? {} : { headers: { "if-match": version } }),
    signal,
  });
  return isDone(response);
}

/** Writes of one Slot, of which the answers of all but the last may be lost. */
const MAX_WRITES = 2;

/** Takes an open time. Returns whether the server shows it as taken; false too if it does not tell. */
async function takeSlot(context: FhirContext, slot: ReadSlot, signal: AbortSignal): Promise<boolean> {
  for (let writes = 0; ; writes++) {
    // It may be taken with the visit, or by a write whose answer was lost, and may be open still after one that was answered as done.
    const now = await readSlot(context, slot.id, "free", signal).catch(() => slot);
    if (now === null) return true;
    if (writes === MAX_WRITES) return false;
    await write(context, now, "busy", signal).catch(() => null);
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
export async function takeTime(
  context: FhirContext,
  time: Parameters<typeof openSlots>[1],
  options: WriteOptions,
): Promise<void> {
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

/** Opens a time that a visit has had. Returns whether the server shows it as open. Throws an EmrError. */
async function openSlot(context: FhirContext, { id, has }: HeldSlot, signal: AbortSignal): Promise<boolean> {
  const slot = await readSlot(context, id, "busy", signal);
  if (slot === null) return true;
  if (has !== "alone" || !(await write(context, slot, "free", signal))) return false;
  return (await readSlot(context, id, "busy", signal)) === null;
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
