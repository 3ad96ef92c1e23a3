import { randomUUID } from "node:crypto";
import type { Appointment, AppointmentParticipant } from "fhir/r4";
import type { EmrResponse } from "#lib/egress/emr-client";
import type { FhirContext } from "#lib/emr/fhir/context";
import { keyIdentifier, keySearch } from "#lib/emr/fhir/job-key";
import { conceptOf } from "#lib/emr/fhir/named-concept";
import { isDone, refusalOf } from "#lib/emr/fhir/outcome";
import { timeOf } from "#lib/emr/fhir/reading/elements";
import { isRecord, objectsOf } from "#lib/emr/fhir/untrusted";
import { jsonOf } from "#lib/emr/http/json";
import { type EmrBooking, EmrError, type WriteOptions } from "#lib/emr/port/port";
import { afterWriting, beforeWriting } from "./certainty.ts";
import { compareFound, create } from "./create.ts";
import { idsUnderKey } from "./find-write.ts";
import { createsOnce, isSearched } from "./guarantee.ts";
import { type BookingReads, isTaken, overlapOr } from "./overlap.ts";
import { referenceTo } from "./references.ts";
import { confirm, confirmAll, giveBack, hasReserved, reserve, reserves } from "./reserved-slots.ts";
import {
  beginsInOpenTime,
  FREE,
  openSlots,
  type ReadSlot,
  referencesTo,
  slotReference,
  takenMeanwhile,
  takeSlots,
  takeTime,
  withStatus,
} from "./slots.ts";

const MINUTE_MS = 60_000;

/** Versions of the open times that a booking makes way for before it is tried again later. */
const MAX_TRIES = 3;

/** HL7's types of participation, by which the one who performs is told from who helps. */
const PARTICIPATION = "http://terminology.hl7.org/CodeSystem/v3-ParticipationType";

const participant = (actor: AppointmentParticipant["actor"], type?: "PPRF" | "SPRF"): AppointmentParticipant => ({
  ...(type ? { type: [{ coding: [{ system: PARTICIPATION, code: type }] }] } : {}),
  ...(actor ? { actor } : {}),
  required: "required",
  status: "accepted",
});

/** Returns a new appointment. FHIR R4 has no place for its mode. */
export function newVisit(
  {
    patientEhrId,
    providerEhrId,
    secondaryProviderEhrId: second,
    locationEmrId,
    startsAt,
    duration,
    visitType,
    reason,
    note,
  }: EmrBooking,
  now: Date,
): Appointment {
  return {
    resourceType: "Appointment",
    status: "booked",
    appointmentType: conceptOf(visitType.id),
    ...(reason ? { reasonCode: [{ text: reason }] } : {}),
    start: new Date(startsAt).toISOString(),
    end: new Date(Date.parse(startsAt) + duration * MINUTE_MS).toISOString(),
    minutesDuration: duration,
    created: now.toISOString(),
    ...(note ? { comment: note } : {}),
    participant: [
      participant(referenceTo("Patient", patientEhrId)),
      participant(referenceTo("Practitioner", providerEhrId), "PPRF"),
      ...(second === null ? [] : [participant(referenceTo("Practitioner", second), "SPRF")]),
      participant(referenceTo("Location", locationEmrId)),
    ],
  };
}

/** Returns the id of the appointment that a transaction made; null if its answer does not say. */
function idIn(response: EmrResponse): string | null {
  const [first] = objectsOf(jsonOf(response)?.entry);
  const { resource, response: answer } = first ?? {};
  if (isRecord(resource) && resource.resourceType === "Appointment" && typeof resource.id === "string")
    return resource.id;
  const { location } = isRecord(answer) ? answer : {};
  return (
    /(?:^|\/)Appointment\/([A-Za-z0-9.-]{1,64})(?:\/_history\/[^/]+)?\/?$/.exec(String(location ?? ""))?.[1] ?? null
  );
}

/** Statuses of a transaction that may be done when it is sent again: nothing of it was refused for good. */
const PASSING: readonly number[] = [401, 408, 429];

/** Statuses by which a server says that a version is no longer the present one, or that it is busy. */
const CONFLICTS: readonly number[] = [409, 412];

/** Sends the appointment together with the open times that it takes: all of it is done, or nothing. */
const sendTogether = (
  { server, findings }: FhirContext,
  visit: Appointment,
  slots: readonly ReadSlot[],
  { idempotencyKey: key, signal }: WriteOptions,
): Promise<EmrResponse> =>
  server.send(server.baseUrl, {
    method: "POST",
    resource: {
      resourceType: "Bundle",
      type: "transaction",
      entry: [
        {
          fullUrl: `urn:uuid:${randomUUID()}`,
          resource: { ...visit, identifier: [keyIdentifier(key)], slot: referencesTo(slots) },
          request: {
            method: "POST",
            url: "Appointment",
            ...(createsOnce(findings) ? { ifNoneExist: keySearch(key) } : {}),
          },
        },
        ...slots.map((slot) => ({
          fullUrl: `${server.baseUrl}/Slot/${encodeURIComponent(slot.id)}`,
          resource: withStatus(slot, "busy"),
          request: {
            method: "PUT",
            url: `Slot/${encodeURIComponent(slot.id)}`,
            ifMatch: `W/"${slot.resource.meta?.versionId}"`,
          },
        })),
      ],
    },
    signal,
  });

/**
 * Books a visit together with the open times that it takes. Null if the server refuses that as a whole, for a reason of its own:
 * nothing is done then.
 */
async function bookTogether(
  context: FhirContext,
  { visit, booking, slots, reads }: { visit: Appointment; booking: EmrBooking; slots: ReadSlot[]; reads: BookingReads },
  options: WriteOptions,
): Promise<string | null> {
  const sought = { key: options.idempotencyKey, signal: options.signal };
  let open = slots;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const response = await sendTogether(context, visit, open, options);
    if (isDone(response)) {
      const [held] = await afterWriting(idsUnderKey(context, "Appointment", sought));
      const id = held ?? idIn(response);
      if (id !== null) return id;
      throw new EmrError("passing", "The EMR took the appointment and did not state its id", { notDone: false });
    }
    if (response.status >= 500 || PASSING.includes(response.status)) throw refusalOf(response);
    const [held] = await afterWriting(idsUnderKey(context, "Appointment", sought));
    if (held !== undefined) return held;
    if (!CONFLICTS.includes(response.status)) return null;
    const before = open.length;
    open = await beforeWriting(openSlots(context, { visit: booking, ...reads }, options.signal));
    if (open.length < before) throw takenMeanwhile();
  }
  throw new EmrError("passing", "Others keep changing the open time in the EMR", { notDone: true });
}

/** Returns whether the server was seen to do a transaction whole or not at all, also by the versions that it names. */
const takesTogether = ({ findings }: FhirContext): boolean =>
  findings.transactions === "atomic" && findings.transaction_if_match === "works" && isSearched(findings);

/**
 * Throws an overlap for a visit that was asked for in an open time, once another has taken that: the other's visit may be written a moment
 * later. A try of its own may have taken it.
 */
async function requireOpenTime(
  context: FhirContext,
  booking: EmrBooking,
  { options, reads }: { options: WriteOptions; reads: BookingReads },
): Promise<void> {
  const { idempotencyKey: key, signal } = options;
  if (!booking.inOpenTime || (await beginsInOpenTime({ visit: booking, ...reads }, signal))) return;
  const [held] = isSearched(context.findings) ? await idsUnderKey(context, "Appointment", { key, signal }) : [];
  if (held === undefined && !(await hasReserved(context, options))) throw takenMeanwhile();
}

/** A visit on its way to the server. */
interface Asked {
  visit: Appointment;
  booking: EmrBooking;
  slots: ReadSlot[];
  reads: BookingReads;
}

/** Returns the id of the visit that a job has in the EMR; undefined without one. Throws an EmrError. */
const ownVisit = async (context: FhirContext, { idempotencyKey: key, signal }: WriteOptions) =>
  (await idsUnderKey(context, "Appointment", { key, signal }))[0];

/** Throws an overlap if another's visit came before the reservation of its time. */
async function requireStillFree(context: FhirContext, { booking, reads }: Asked, options: WriteOptions): Promise<void> {
  const { providerEhrId, secondaryProviderEhrId: second } = booking;
  const providerEhrIds = second === null ? [providerEhrId] : [providerEhrId, second];
  const isHad = (own: string | null) => isTaken(context, { time: booking, providerEhrIds, own, reads }, options.signal);
  if (!(await isHad(null)) || !(await isHad((await ownVisit(context, options)) ?? null))) return;
  await giveBack(context, options);
  throw takenMeanwhile();
}

/**
 * Books a visit whose open times it reserves first, so that nobody who looks for an open time takes them meanwhile. Null if there are none,
 * or the server takes none of it: nothing is done then. An error that leaves a time reserved says that its end is unknown: `giveBack`
 * opens the time once the visit is known to be absent.
 */
async function bookReserved(context: FhirContext, asked: Asked, options: WriteOptions): Promise<string | null> {
  const reserved = await reserve(context, asked.slots, options);
  if (reserved === null || reserved.length === 0) return null;
  await afterWriting(requireStillFree(context, asked, options));
  const visit = { ...asked.visit, slot: reserved.map(slotReference) };
  const id = await afterWriting(create(context, visit, options, "appointment")).catch(async (error: unknown) => {
    if (!(error instanceof EmrError) || error.kind !== "validation") throw error;
    // Real EMRs refuse what they have done. Others refuse a visit only because its time is not open any more.
    const held = await afterWriting(ownVisit(context, options));
    if (held === undefined) await afterWriting(giveBack(context, options));
    return held ?? null;
  });
  if (id !== null) await confirm(context, reserved, options);
  return id;
}

/**
 * Books a visit under a job's key, once, and returns its id. The open times that it takes are taken with it where the server does
 * both or neither, before it where the server compares versions, and right after it elsewhere. Throws an EmrError.
 */
export async function bookVisit(
  context: FhirContext,
  booking: EmrBooking,
  { options, reads }: { options: WriteOptions; reads: BookingReads },
): Promise<string> {
  const { signal } = options;
  const visit = newVisit(booking, new Date());
  const slots = await beforeWriting(openSlots(context, { visit: booking, ...reads }, signal));
  if (slots.length === 0) await beforeWriting(requireOpenTime(context, booking, { options, reads }));
  const versioned = slots.every(({ resource }) => resource.meta?.versionId !== undefined);
  if (slots.length > 0 && versioned && takesTogether(context)) {
    const held = await beforeWriting(ownVisit(context, options));
    const id = held ?? (await bookTogether(context, { visit, booking, slots, reads }, options));
    if (id !== null) {
      // It is compared as every other record that the EMR has.
      const compared = await afterWriting(compareFound(context, visit, options, "appointment"));
      await takeSlots(context, slots, options);
      return compared;
    }
  }
  if (versioned && !booking.mayOverlap && reserves(context)) {
    const id = await bookReserved(context, { visit, booking, slots, reads }, options);
    if (id !== null) return id;
  }
  const withSlots = slots.length === 0 ? visit : { ...visit, slot: referencesTo(slots) };
  const id = await create(context, withSlots, options, "appointment").catch((error: unknown) =>
    overlapOr(error, context, { time: booking, own: null, reads }, signal),
  );
  await takeSlots(context, slots, options);
  return id;
}

/**
 * Compares a visit that the EMR has under a job's key with the one that was asked for, and takes the open times that its lost sending
 * left open or reserved. Sends nothing of the visit itself. Returns its id. Throws an EmrError.
 */
export async function settleBooking(
  context: FhirContext,
  booking: EmrBooking,
  { options, reads }: { options: WriteOptions; reads: BookingReads },
): Promise<string> {
  const visit = newVisit(booking, new Date());
  const id = await compareFound(context, visit, options, "appointment");
  const held = await context.server.read("Appointment", id, options.signal);
  // Another may have cancelled or moved it since.
  const start = timeOf(held?.start, context.timeZone);
  const isThere = held !== null && !FREE.includes(String(held.status)) && start === visit.start;
  if (reserves(context)) await (isThere ? confirmAll(context, options) : giveBack(context, options));
  if (isThere) await takeTime(context, { visit: booking, ...reads }, options);
  return id;
}
