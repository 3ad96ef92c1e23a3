import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { statusCodeOf } from "#lib/emr/fhir/visit-statuses";
import type { EmrAppointment } from "#lib/emr/port/port";
import { allWords, firstMomentOf, idOf, object, text, timeOf, Unreadable, word, words } from "./elements.ts";
import { SLOT } from "./record-ids.ts";
import type { Reading, Resolve } from "./resolve.ts";
import { idsOf, type Source, shownOf } from "./source.ts";

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

/** Returns the actors of an appointment who have not declined, the one who performs it first. */
function actorsOf({ participant }: Untrusted): unknown[] {
  const performs = ({ type }: Untrusted) =>
    objectsOf(type).some(({ coding }) => objectsOf(coding).some(({ code }) => word(code) === "PPRF"));
  const taking = objectsOf(participant).filter(({ status }) => word(status) !== "declined");
  return [...taking.filter(performs), ...taking.filter((each) => !performs(each))].map(({ actor }) => actor);
}

function toRecord({ context }: Reading, resolve: Resolve, appointment: Untrusted): EmrAppointment | null {
  const { connection, timeZone } = context;
  if (!isShown(appointment)) return null;
  const startsAt = timeOf(appointment.start, timeZone);
  if (startsAt === null) throw new Unreadable("The appointment has no time at which it starts");
  const actors = actorsOf(appointment);
  const idsIn = (type: Parameters<Resolve>[0]) => [
    ...new Set(actors.flatMap((reference) => resolve(type, { resource: appointment, reference }) ?? [])),
  ];
  const [providerEhrId, secondaryProviderEhrId = null] = idsIn("Practitioner");
  if (providerEhrId === undefined) throw new Unreadable("The appointment names no practitioner of this server");
  return {
    emrAppointmentId: idOf(appointment),
    category: "appointment",
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
    patientEhrId: idsIn("Patient")[0] ?? null,
    insurances: [],
    diagnoses: [],
    medications: [],
    createdAt:
      firstMomentOf(appointment.created, timeZone) ??
      timeOf(object(appointment.meta).lastUpdated, timeZone) ??
      startsAt,
  };
}

/** Appointment → appointments. */
export function appointmentSource(reading: Reading): Source<"appointments"> {
  return {
    type: "Appointment",
    shownBy: ["status", "start"],
    byTime: "date",
    resourceIdOf: (id) => (id.startsWith(SLOT) ? null : (id.split("/")[0] ?? null)),
    isTotal: false,
    async read(appointments, signal) {
      const referring = appointments.flatMap((resource) =>
        actorsOf(resource).map((reference) => ({ resource, reference })),
      );
      const resolve = await reading.references.resolve(referring, signal);
      return shownOf<"appointments">(
        appointments,
        (id) => id,
        (appointment) => toRecord(reading, resolve, appointment),
      );
    },
    ids: async (appointments) => idsOf(appointments.filter(isShown)),
  };
}
