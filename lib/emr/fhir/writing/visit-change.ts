import type { Appointment, AppointmentParticipant } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import { hasKey } from "#lib/emr/fhir/job-key";
import { conceptOf } from "#lib/emr/fhir/named-concept";
import { minutesOf } from "#lib/emr/fhir/reading/appointments";
import { allWords, object, text, timeOf, Unreadable, word, words } from "#lib/emr/fhir/reading/elements";
import { appointmentIdOf } from "#lib/emr/fhir/reading/record-ids";
import { idIn } from "#lib/emr/fhir/reading/references";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { EmrError, type EmrVisitChange, type WriteOptions } from "#lib/emr/port/port";
import { afterWriting, beforeWriting } from "./certainty.ts";
import { makeChange } from "./change.ts";
import type { Change, FieldChange, Value } from "./field-change.ts";
import { exchangeTimes, isThere, reserveTimes, settleReserved, timesOf, type VisitMove } from "./moved-times.ts";
import { type BookingReads, overlapOr } from "./overlap.ts";
import { referenceTo } from "./references.ts";
import { giveBack, reserves } from "./reserved-slots.ts";
import { NOT_TOLD, slotReference, slotsOf } from "./slots.ts";
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

const leavesTime = ({ startsAt, providerEhrId }: EmrVisitChange): boolean =>
  startsAt !== undefined || providerEhrId !== undefined;

/** Reads where a visit is, and where a change of it leads; null of a visit whose time or provider is not known. */
async function moveOf(
  context: FhirContext,
  { startsAt, duration, providerEhrId, emrAppointmentId }: EmrVisitChange,
  { idempotencyKey: key, signal }: WriteOptions,
): Promise<VisitMove | null> {
  const id = appointmentIdOf(emrAppointmentId);
  const before = await context.server.read("Appointment", id, signal);
  const start = timeOf(before?.start, context.timeZone);
  const former = idIn(
    before && shownParticipant("Practitioner", before)?.actor,
    "Practitioner",
    context.server.baseUrl,
  );
  const [to, provider] = [startsAt ?? start, providerEhrId ?? former];
  if (!before || to === null || provider === null) return null;
  const minutes = minutesOf(before, start ?? to, context.timeZone);
  return {
    id,
    from: start === null || former === null ? null : { startsAt: start, duration: minutes, providerEhrId: former },
    to: { startsAt: to, duration: duration ?? minutes, providerEhrId: provider },
    slots: slotsOf(before, context),
    takesTime: !FREE.includes(String(before.status)),
    isMoved: hasKey(before, key),
  };
}

/** Does for a move that the EMR has made what follows it, and sends nothing of the visit itself. */
export async function settleMove(
  context: FhirContext,
  change: EmrVisitChange,
  { options, reads }: { options: WriteOptions; reads: BookingReads },
): Promise<void> {
  if (!leavesTime(change)) return;
  const move = await moveOf(context, change, options).catch(() => null);
  const times = move && (await timesOf(context, move, reads, options).catch(() => null));
  if (!times) options.warn?.(NOT_TOLD);
  else if (isThere(times.move)) await exchangeTimes(context, { ...times, reserved: null }, options);
  // Another has moved or cancelled it since, with the times that it had then.
  else if (reserves(context)) await giveBack(context, options);
}

/**
 * Moves or changes a visit under a job's key, once. The open times of its new place are taken before it where the server compares
 * versions, and right after it elsewhere; those of its old one are opened after it: what that leaves is told. Throws an EmrError.
 */
export async function changeVisit(
  context: FhirContext,
  change: EmrVisitChange,
  { options, reads }: { options: WriteOptions; reads: BookingReads },
): Promise<void> {
  const { startsAt, duration, providerEhrId, emrAppointmentId } = change;
  const moves = [startsAt, duration, providerEhrId].some((value) => value !== undefined);
  const make = (slots: readonly string[]) =>
    makeChange<Appointment>(
      context,
      {
        type: "Appointment",
        id: appointmentIdOf(emrAppointmentId),
        noun: "appointment",
        fields: fieldsOf(context, change, slots),
        check({ participant, status }) {
          if (patientsIn(participant) > 1) return OF_SEVERAL;
          return moves && FREE.includes(status) ? TAKES_NO_TIME : null;
        },
      } satisfies Change<Appointment>,
      options,
    );
  const move = leavesTime(change) ? await beforeWriting(moveOf(context, change, options)) : null;
  if (move === null) return make([]);
  const times = await beforeWriting(timesOf(context, move, reads, options));
  const reserved = await reserveTimes(context, times, reads, options);
  const slots = [...times.kept, ...(reserved ?? times.taken.map(({ id }) => id))];
  const isReserved = reserved !== null && reserved.length > 0;
  await (isReserved ? afterWriting(make(slots)) : make(slots)).catch(async (error: unknown) => {
    const stake = { time: move.to, own: emrAppointmentId, reads };
    const refusal = await overlapOr(error, context, stake, options.signal).catch((refused: unknown) => refused);
    // One of another kind leaves the end unknown: the times are given back once the visit is known not to be there.
    if ((isReserved || move.isMoved) && refusal instanceof EmrError && refusal.kind === "validation") {
      // Real EMRs refuse what they have done.
      const now = await afterWriting(moveOf(context, change, options));
      if (reserves(context)) await afterWriting(settleReserved(context, now, options));
    }
    throw refusal;
  });
  await exchangeTimes(context, { ...times, reserved }, options);
}
