import type { Appointment, AppointmentParticipant, FhirResource, Schedule, Slot } from "fhir/r4";
import type { PracticeRecords, SandboxAppointment } from "#lib/emr/sandbox/records";
import { minutesOf } from "#lib/emr/sandbox/seed/clock";
import { randomOf } from "#lib/emr/sandbox/seed/random";
import { addDays } from "#lib/kernel/dates";
import { concept, referenceTo } from "./concepts.ts";
import { instantsIn, type ToInstant } from "./moments.ts";

const VISIT_TYPES = "https://lakeside-clinic.example/visit-type";
const DAYS_BACK = 14;
const DAYS = 28;
const APPOINTMENTS = 2_000;

/** FHIR's statuses for those of the simulated practices. */
const STATUSES: Record<string, Appointment["status"]> = {
  SCH: "booked",
  CNF: "booked",
  ARR: "arrived",
  ROM: "checked-in",
  CMP: "fulfilled",
  RSC: "cancelled",
  CAN: "cancelled",
  NOS: "noshow",
};

/** A row of the schedule with its begin and end. */
interface Timed {
  row: SandboxAppointment;
  start: string;
  end: string;
}

function timed(row: SandboxAppointment, instantOf: ToInstant): Timed {
  const ends = new Date((minutesOf(row.startsAt) + row.durationMinutes) * 60_000).toISOString().slice(0, 16);
  return { row, start: instantOf(row.startsAt), end: instantOf(ends) };
}

const scheduleId = ({ providerId, locationId }: SandboxAppointment): string => `SCHED-${providerId}-${locationId}`;

const schedulesOf = (rows: readonly SandboxAppointment[]): Schedule[] =>
  [...new Map(rows.map((row) => [scheduleId(row), row]))].map(([id, { providerId, locationId }]) => ({
    resourceType: "Schedule",
    id,
    active: true,
    actor: [referenceTo("Practitioner", providerId), referenceTo("Location", locationId)],
  }));

const typeOf = (name: string) => concept(VISIT_TYPES, name.toLowerCase().replaceAll(/[^a-z]+/g, "-"), name);

const slotOf = ({ row, start, end }: Timed): Slot => ({
  resourceType: "Slot",
  id: row.id,
  schedule: referenceTo("Schedule", scheduleId(row)),
  status: row.category === "schedule_slot" ? "free" : "busy-unavailable",
  start,
  end,
  ...(row.visitType === null ? {} : { appointmentType: typeOf(row.visitType) }),
  ...(row.blockLabel === null ? {} : { comment: row.blockLabel }),
});

const participantsOf = (row: SandboxAppointment): AppointmentParticipant[] =>
  [
    row.patientId && referenceTo("Patient", row.patientId),
    referenceTo("Practitioner", row.providerId),
    row.secondaryProviderId && referenceTo("Practitioner", row.secondaryProviderId),
    referenceTo("Location", row.locationId),
  ].flatMap((actor) => (actor ? [{ actor, required: "required" as const, status: "accepted" as const }] : []));

const appointmentOf = ({ row, start, end }: Timed, instantOf: ToInstant): Appointment => ({
  resourceType: "Appointment",
  id: row.id,
  status: STATUSES[row.status ?? ""] ?? "booked",
  ...(row.visitType === null ? {} : { appointmentType: typeOf(row.visitType) }),
  ...(row.reason === null ? {} : { reasonCode: [{ text: row.reason }] }),
  ...(row.note === null ? {} : { comment: row.note }),
  start,
  end,
  minutesDuration: row.durationMinutes,
  created: instantOf(row.createdAt),
  participant: participantsOf(row),
});

/** Returns the schedule of four weeks around a day (YYYY-MM-DD): appointments, open slots and blocked time. */
export function scheduleOf({ appointments, timezone }: PracticeRecords, today: string): FhirResource[] {
  const instantOf = instantsIn(timezone);
  const [first, last] = [addDays(today, -DAYS_BACK), addDays(today, DAYS - DAYS_BACK)];
  const rows = appointments.filter(({ startsAt }) => startsAt >= first && startsAt < last);
  const visits = rows.filter(({ category }) => category === "appointment");
  const drawn = new Map(visits.map(({ id }) => [id, randomOf(id).next()]));
  const kept = visits
    .toSorted((a, b) => (drawn.get(a.id) ?? 0) - (drawn.get(b.id) ?? 0))
    .slice(0, APPOINTMENTS)
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  const free = rows.filter(({ category }) => category !== "appointment");
  return [
    ...schedulesOf(rows),
    ...free.map((row) => slotOf(timed(row, instantOf))),
    ...kept.map((row) => appointmentOf(timed(row, instantOf), instantOf)),
  ];
}
