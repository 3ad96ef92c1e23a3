import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { statusCodeOf } from "#lib/emr/fhir/visit-statuses";
import type { EmrAppointment, KnownVisit } from "#lib/emr/port/port";
import { allWords, firstMomentOf, idOf, object, text, timeOf, Unreadable, word, words } from "./elements.ts";
import { appointmentIdOf, SLOT, visitIdOf } from "./record-ids.ts";
import type { Reading, Resolve } from "./resolve.ts";
import { allShownOf, type Source } from "./source.ts";

const MINUTE_MS = 60_000;

/** Statuses in which FHIR allows an appointment without a time. */
const WITHOUT_TIME = ["proposed", "cancelled", "waitlist", "entered-in-error"];

/** Returns whether an appointment has a place in a schedule: it was not entered in error, and is not still without a time. */
const isShown = ({ status, start }: Untrusted): boolean =>
  word(status) !== "entered-in-error" && (word(start) !== "" || !WITHOUT_TIME.includes(word(status)));

/** Returns the minutes of an appointment or slot; 0 without an end. */
export function minutesOf({ minutesDuration, end }: Untrusted, startsAt: string, timeZone: string): number {
  if (typeof minutesDuration === "number" && minutesDuration > 0) return Math.round(minutesDuration);
  const endsAt = timeOf(end, timeZone);
  return endsAt === null ? 0 : Math.max(0, Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS));
}

/**
 * Returns the actors of an appointment, the one who performs it first: those who have not declined, or all of them if nobody else
 * of their type is left, as of an appointment that was cancelled.
 */
function actorsOf({ participant }: Untrusted): { actor: unknown; isDeclined: boolean }[] {
  const performs = ({ type }: Untrusted) =>
    objectsOf(type).some(({ coding }) => objectsOf(coding).some(({ code }) => word(code) === "PPRF"));
  const all = objectsOf(participant);
  return [...all.filter(performs), ...all.filter((each) => !performs(each))].map(({ actor, status }) => ({
    actor,
    isDeclined: word(status) === "declined",
  }));
}

/** Statuses of a visit that takes nobody's time: without a practitioner it has no place in a schedule. */
const NOT_TAKING_PLACE = ["cancelled", "noshow"];

/** Returns the visits of an appointment: one for each of its patients. */
function toRecords({ context }: Reading, resolve: Resolve, appointment: Untrusted): EmrAppointment[] {
  const { connection, timeZone } = context;
  if (!isShown(appointment)) return [];
  const startsAt = timeOf(appointment.start, timeZone);
  if (startsAt === null) throw new Unreadable("The appointment has no time at which it starts");
  const actors = actorsOf(appointment);
  const idsIn = (type: Parameters<Resolve>[0]): string[] => {
    const found = actors.flatMap(({ actor: reference, isDeclined }) => {
      const id = resolve(type, { resource: appointment, reference });
      return id === null ? [] : [{ id, isDeclined }];
    });
    const taking = found.filter(({ isDeclined }) => !isDeclined);
    return [...new Set((taking.length > 0 ? taking : found).map(({ id }) => id))];
  };
  const [providerEhrId, secondaryProviderEhrId = null] = idsIn("Practitioner");
  if (providerEhrId === undefined && NOT_TAKING_PLACE.includes(word(appointment.status))) return [];
  if (providerEhrId === undefined) throw new Unreadable("The appointment names no practitioner of this server");
  const [first = null, ...further] = idsIn("Patient");
  const visit = {
    emrAppointmentId: idOf(appointment),
    category: "appointment" as const,
    startsAt,
    duration: minutesOf(appointment, startsAt, timeZone),
    status: statusCodeOf(appointment, connection.visit_statuses),
    reason: allWords(appointment.reasonCode) || text(appointment.description) || null,
    note: text(appointment.comment) || null,
    progressNote: null,
    locationEmrId: idsIn("Location")[0] ?? "",
    blockLabel: null,
    blockColor: null,
    appointmentType: words(appointment.appointmentType) || allWords(appointment.serviceType) || null,
    appointmentMode: null,
    complaintType: null,
    providerEhrId,
    secondaryProviderEhrId,
    patientEhrId: first,
    insurances: [],
    diagnoses: [],
    medications: [],
    createdAt:
      firstMomentOf(appointment.created, timeZone) ??
      timeOf(object(appointment.meta).lastUpdated, timeZone) ??
      startsAt,
  };
  return [
    visit,
    ...further.map((patientEhrId) => ({
      ...visit,
      emrAppointmentId: visitIdOf(visit.emrAppointmentId, patientEhrId),
      patientEhrId,
    })),
  ];
}

/** Returns the status and the time of an appointment that has them, whatever else of it cannot be read. */
function knownOf({ context: { connection, timeZone } }: Reading, appointment: Untrusted): KnownVisit {
  const status = statusCodeOf(appointment, connection.visit_statuses);
  const startsAt = timeOf(appointment.start, timeZone);
  return { ...(status === null ? {} : { status }), ...(startsAt === null ? {} : { startsAt }) };
}

/** Appointment → appointments. */
export function appointmentSource(reading: Reading): Source<"appointments"> {
  const read = async (appointments: readonly Untrusted[], signal: AbortSignal) => {
    const referring = appointments.flatMap((resource) =>
      actorsOf(resource).map(({ actor: reference }) => ({ resource, reference })),
    );
    const resolve = await reading.references.resolve(referring, signal);
    return allShownOf<"appointments">(
      appointments,
      (id) => id,
      (appointment) => toRecords(reading, resolve, appointment),
      (appointment) => knownOf(reading, appointment),
    );
  };
  return {
    type: "Appointment",
    shownBy: ["status", "start", "participant"],
    byTime: "date",
    resourceIdOf: (id) => (id.startsWith(SLOT) ? null : appointmentIdOf(id)),
    isTotal: false,
    hasParts: true,
    read,
    async ids(appointments, signal) {
      const { records, faulty } = await read(appointments, signal);
      return [...records.map(({ emrAppointmentId }) => emrAppointmentId), ...faulty.map(({ ehrId }) => ehrId)];
    },
  };
}
