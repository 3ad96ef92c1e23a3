import type { Appointment, AppointmentParticipant } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import { hasKey } from "#lib/emr/fhir/job-key";
import { conceptOf } from "#lib/emr/fhir/named-concept";
import { minutesOf } from "#lib/emr/fhir/reading/appointments";
import { allWords, object, text, timeOf, Unreadable, word, words } from "#lib/emr/fhir/reading/elements";
import { appointmentIdOf } from "#lib/emr/fhir/reading/record-ids";
import { idIn } from "#lib/emr/fhir/reading/references";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import type { EmrVisitChange, WriteOptions } from "#lib/emr/port/port";
import { beforeWriting } from "./certainty.ts";
import { makeChange } from "./change.ts";
import type { Change, FieldChange, Value } from "./field-change.ts";
import { type BookingReads, overlapOr } from "./overlap.ts";
import { referenceTo } from "./references.ts";
import {
  type HeldSlot,
  heldSlots,
  MAY_STAY_TAKEN,
  NOT_TOLD,
  openAgain,
  openSlots,
  type ReadSlot,
  slotReference,
  slotsOf,
  stillTaken,
  takeSlots,
  type VisitTime,
} from "./slots.ts";
import { patientsIn } from "./visit-patients.ts";

const MINUTE_MS = 60_000;

const OF_SEVERAL = "The appointment has several patients: change it in the EMR";
const TAKES_NO_TIME = "The appointment is cancelled in the EMR, or its patient did not come";

/** Returns a text of the server; null for one that cannot be shown. */
function shownText(read: () => string): string | null {
  try {
    return read() || null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Types of participants, with those that stand for them. */
const KINDS = { Practitioner: ["Practitioner", "PractitionerRole"], Location: ["Location"] } as const;

type Kind = keyof typeof KINDS;

const isOf = (kind: Kind, { actor }: Untrusted): boolean => {
  const { reference, type } = object(actor);
  return KINDS[kind].some((each) => word(type) === each || new RegExp(`(^|/)${each}/`).test(word(reference)));
};

const performs = ({ type }: Untrusted): boolean =>
  objectsOf(type).some(({ coding }) => objectsOf(coding).some(({ code }) => word(code) === "PPRF"));

/** Returns the participant of a kind whom a visit shows: who performs, else the first who has not declined, else the first. */
function shownParticipant(kind: Kind, { participant }: { participant?: unknown }): Untrusted | undefined {
  const all = objectsOf(participant).filter((each) => isOf(kind, each));
  const ordered = [...all.filter(performs), ...all.filter((each) => !performs(each))];
  return ordered.find(({ status }) => word(status) !== "declined") ?? ordered[0];
}

/** Returns the participants with another one of a kind in the place of the one who is shown. */
function withParticipant(kind: Kind, appointment: Appointment, id: string): AppointmentParticipant[] {
  const replaced = shownParticipant(kind, appointment);
  const actor = referenceTo(kind, id);
  const isNew = ({ actor: other }: AppointmentParticipant) =>
    `/${other?.reference ?? ""}`.endsWith(`/${actor.reference}`);
  const next: AppointmentParticipant = { required: "required", ...replaced, actor, status: "accepted" };
  // Who is moved to the visit may have taken part in it as a second one.
  const others = objectsOf(appointment.participant).filter((each) => (each as unknown) === replaced || !isNew(each));
  if (!replaced) return [...others, next];
  return others.map((each) => ((each as unknown) === replaced ? next : each));
}

/** Returns the fields of a visit that a change sets. */
function fieldsOf(
  { server: { baseUrl }, timeZone }: FhirContext,
  change: EmrVisitChange,
  slots: readonly string[],
): FieldChange<Appointment>[] {
  const { startsAt, duration, providerEhrId, locationEmrId, visitType, reason, note } = change;
  const startOf = ({ start }: Appointment): string | null => {
    const at = timeOf(start, timeZone);
    return at === null ? null : new Date(at).toISOString();
  };
  const lengthOf = (appointment: Appointment): number =>
    minutesOf(appointment as unknown as Untrusted, startOf(appointment) ?? "", timeZone);
  const endAfter = (start: string | null, minutes: number) =>
    start === null || minutes === 0 ? {} : { end: new Date(Date.parse(start) + minutes * MINUTE_MS).toISOString() };
  const idOf = (kind: Kind, appointment: Appointment): string | null => {
    const shown = shownParticipant(kind, appointment);
    return idIn(shown?.actor, kind, baseUrl) ?? (word(object(shown?.actor).reference) || null);
  };
  const withSlots = { slot: slots.length > 0 ? slots.map(slotReference) : undefined };
  const plainly = (value: Value): string => String(value ?? "none");
  const field = (
    wanted: Value | undefined,
    made: Pick<FieldChange<Appointment>, "name" | "of" | "set"> & Partial<FieldChange<Appointment>>,
  ): FieldChange<Appointment>[] =>
    wanted === undefined ? [] : [{ shown: plainly, ...made, wanted: wanted === "" ? null : wanted }];
  return [
    ...field(startsAt && new Date(startsAt).toISOString(), {
      name: "time",
      of: startOf,
      set: (appointment) => ({
        start: new Date(startsAt ?? "").toISOString(),
        ...endAfter(startsAt ?? null, lengthOf(appointment)),
        ...withSlots,
      }),
    }),
    ...field(duration, {
      name: "length",
      of: lengthOf,
      set: (appointment) => ({ minutesDuration: duration, ...endAfter(startOf(appointment), duration ?? 0) }),
    }),
    ...field(providerEhrId, {
      name: "provider",
      of: (appointment) => idOf("Practitioner", appointment),
      set: (appointment) => ({
        participant: withParticipant("Practitioner", appointment, providerEhrId ?? ""),
        ...withSlots,
      }),
    }),
    ...field(locationEmrId, {
      name: "location",
      of: (appointment) => idOf("Location", appointment),
      set: (appointment) => ({ participant: withParticipant("Location", appointment, locationEmrId ?? "") }),
    }),
    ...field(visitType?.name, {
      name: "visit type",
      of: ({ appointmentType, serviceType }) => shownText(() => words(appointmentType) || allWords(serviceType)),
      set: () => ({ appointmentType: conceptOf(visitType?.id ?? "") }),
    }),
    ...field(reason, {
      name: "reason",
      of: ({ reasonCode, description }) => shownText(() => allWords(reasonCode) || text(description)),
      // A description in the reason's place would stand for one that is removed.
      set: () => (reason ? { reasonCode: [{ text: reason }] } : { reasonCode: undefined, description: undefined }),
      shown: () => null,
    }),
    ...field(note, {
      name: "note",
      of: ({ comment }) => shownText(() => text(comment)),
      set: () => ({ comment: note || undefined }),
      shown: () => null,
    }),
  ];
}

/** Statuses of an appointment that takes no time: it is booked anew instead of being moved. */
const FREE: readonly string[] = ["cancelled", "noshow"];

/** What a move changes beside the appointment. */
interface Around {
  taken: ReadSlot[];
  /** Slots that the visit has before and after. */
  kept: string[];
  left: HeldSlot[];
  /** The visit's time after the move; null if it does not move, or is not known. */
  time: VisitTime | null;
  /** Whether an earlier sending of the same job has moved it: then nothing tells which times it has left. */
  isMoved: boolean;
}

const NOTHING: Around = { taken: [], kept: [], left: [], time: null, isMoved: false };

/** Reads the open times that a visit takes by its move, and those that it leaves. */
async function aroundOf(
  context: FhirContext,
  { startsAt, duration, providerEhrId, emrAppointmentId }: EmrVisitChange,
  reads: BookingReads,
  { idempotencyKey: key, signal }: WriteOptions,
): Promise<Around> {
  const id = appointmentIdOf(emrAppointmentId);
  const before = await context.server.read("Appointment", id, signal);
  const start = startsAt ?? timeOf(before?.start, context.timeZone);
  const shown = before ? shownParticipant("Practitioner", before) : undefined;
  const former = idIn(shown?.actor, "Practitioner", context.server.baseUrl);
  const provider = providerEhrId ?? former;
  if (!before || start === null || provider === null) return NOTHING;
  const minutes = duration ?? minutesOf(before, timeOf(before.start, context.timeZone) ?? start, context.timeZone);
  const visit = { startsAt: start, duration: minutes, providerEhrId: provider };
  const taken = await openSlots(context, { visit, ...reads }, signal);
  const ids = slotsOf(before, context).filter((each) => !taken.some((slot) => slot.id === each));
  const kept = provider === former ? await stillTaken(context, { visit, ids }, signal) : [];
  const others = ids.filter((each) => !kept.includes(each));
  return {
    taken,
    kept,
    left: await heldSlots(context, { id, ids: others }, signal),
    time: visit,
    isMoved: hasKey(before, key),
  };
}

/** Takes the open times of a visit's new place, and opens those that it has left: what that leaves is told. */
async function exchangeSlots(context: FhirContext, around: Around, options: WriteOptions): Promise<void> {
  await takeSlots(context, around.taken, options);
  if (around.isMoved) options.warn?.(MAY_STAY_TAKEN);
  else await openAgain(context, around.left, options);
}

const leavesTime = ({ startsAt, providerEhrId }: EmrVisitChange): boolean =>
  startsAt !== undefined || providerEhrId !== undefined;

/** Does for a move that the EMR has made what follows it, and sends nothing of the visit itself. */
export async function settleMove(
  context: FhirContext,
  change: EmrVisitChange,
  { options, reads }: { options: WriteOptions; reads: BookingReads },
): Promise<void> {
  if (!leavesTime(change)) return;
  const around = await aroundOf(context, change, reads, options).catch(() => null);
  if (around === null) options.warn?.(NOT_TOLD);
  else await exchangeSlots(context, around, options);
}

/**
 * Moves or changes a visit under a job's key, once. The open times of its new place are taken and those of its old one opened right
 * after it: what that leaves is told. Throws an EmrError.
 */
export async function changeVisit(
  context: FhirContext,
  change: EmrVisitChange,
  { options, reads }: { options: WriteOptions; reads: BookingReads },
): Promise<void> {
  const { startsAt, duration, providerEhrId, emrAppointmentId } = change;
  const moves = [startsAt, duration, providerEhrId].some((value) => value !== undefined);
  const around: Around = leavesTime(change) ? await beforeWriting(aroundOf(context, change, reads, options)) : NOTHING;
  await makeChange<Appointment>(
    context,
    {
      type: "Appointment",
      id: appointmentIdOf(emrAppointmentId),
      noun: "appointment",
      fields: fieldsOf(context, change, [...around.kept, ...around.taken.map(({ id }) => id)]),
      check({ participant, status }) {
        if (patientsIn(participant) > 1) return OF_SEVERAL;
        return moves && FREE.includes(status) ? TAKES_NO_TIME : null;
      },
    } satisfies Change<Appointment>,
    options,
  ).catch((error: unknown) => {
    if (around.time === null) throw error;
    return overlapOr(error, context, { time: around.time, own: emrAppointmentId, reads }, options.signal);
  });
  await exchangeSlots(context, around, options);
}
