import type { EmrPatient, EmrProvider } from "#lib/emr/port/port";
import type { SandboxAppointment } from "#lib/emr/sandbox/records";
import { insurancesOf } from "./insurance.ts";
import type { Random } from "./random.ts";
import { NOTES, type Visit } from "./visits.ts";

/** The content of a scheduled record without its place and time. */
export type Content = Omit<SandboxAppointment, "id" | "startsAt" | "durationMinutes" | "providerId" | "locationId">;

export const EMPTY: Omit<Content, "category" | "createdAt"> = {
  secondaryProviderId: null,
  patientId: null,
  status: null,
  visitType: null,
  mode: null,
  complaintType: null,
  reason: null,
  note: null,
  progressNote: null,
  blockLabel: null,
  blockColor: null,
  insurances: [],
  diagnoses: [],
  medications: [],
};

const SECOND_PROVIDER = 0.08;
const NOTED = 0.2;

function modeOf(visitType: string, random: Random): string {
  if (visitType === "Telehealth") return "telehealth";
  return visitType === "Behavioral Health" && random.chance(0.5) ? "telehealth" : "in_person";
}

/** Returns an appointment of one of the practice's patients. Its chart is written once it is over. */
export function appointmentOf(
  practice: { providers: readonly EmrProvider[]; patients: readonly EmrPatient[]; visits: readonly Visit[] },
  known: { status: string; provider: EmrProvider },
  random: Random,
): Omit<Content, "createdAt"> {
  const patient = random.pick(practice.patients);
  const visit = random.pick(practice.visits);
  const visitType = random.pick(visit.visitTypes);
  const others = practice.providers.filter(
    ({ ehrId, status }) => ehrId !== known.provider.ehrId && status === "active",
  );
  return {
    ...EMPTY,
    category: "appointment",
    patientId: patient.ehrId,
    status: known.status,
    visitType,
    mode: modeOf(visitType, random),
    complaintType: visit.complaintType,
    reason: visit.reason,
    note: random.chance(NOTED) ? random.pick(NOTES) : null,
    secondaryProviderId: others[0] && random.chance(SECOND_PROVIDER) ? random.pick(others).ehrId : null,
    progressNote: known.status === "CMP" ? visit.progress : null,
    insurances: insurancesOf(patient),
    diagnoses: [...visit.diagnoses],
    medications: [...visit.medications],
  };
}
