import { createHash } from "node:crypto";
import type { EmrAppointment, EmrClaim, EmrDocument, EmrPatient, EmrReferral } from "#lib/emr/port/port";

/** Makes records of the fake EMR by their number. */

/** Returns a patient as an EMR has it, the same for the same number. */
export const fakePatient = (number: number, change: Partial<EmrPatient> = {}): EmrPatient => ({
  mrn: `MRN-${number}`,
  ehrId: `PAT-${number}`,
  mergedInto: null,
  firstName: "Ada",
  lastName: `Nuñez ${number}`,
  dob: "1988-02-29",
  gender: "female",
  phone: "740-555-0142",
  email: `ada.${number}@example.com`,
  address: { street: "1 Mill Road", city: "Marietta", state: "OH", zip: "45750" },
  ...change,
});

/** Returns an active provider as an EMR has it. */
export const fakeProvider = (ehrId: string) => ({
  ehrId,
  firstName: "Grace",
  lastName: "Ruiz",
  npi: "1234567893",
  specialty: "Cardiology",
  status: "active" as const,
});

/** Returns an appointment as an EMR has it, the same for the same number. */
export const fakeAppointment = (number: number, change: Partial<EmrAppointment> = {}): EmrAppointment => ({
  emrAppointmentId: `APT-${number}`,
  category: "appointment",
  startsAt: "2026-06-01T15:00:00Z",
  duration: 20,
  status: "SCH",
  reason: "Follow-up",
  note: null,
  progressNote: null,
  locationEmrId: "LOC-1",
  blockLabel: null,
  blockColor: null,
  appointmentType: "Office Visit",
  appointmentMode: null,
  complaintType: null,
  providerEhrId: "101",
  secondaryProviderEhrId: null,
  patientEhrId: `PAT-${number}`,
  insurances: [],
  diagnoses: [],
  medications: [],
  createdAt: "2026-05-01T12:00:00Z",
  ...change,
});

/** Returns a claim as an EMR has it, the same for the same number. */
export const fakeClaim = (number: number, change: Partial<EmrClaim> = {}): EmrClaim => ({
  emrClaimId: `CLM-${number}`,
  patientMrn: `MRN-${number}`,
  serviceDate: "2026-06-01",
  claimStatus: "SUB",
  claimStatusDescription: "Submitted",
  totalCharge: "120.00",
  balance: "20.50",
  ...change,
});

/** Returns a referral as an EMR has it, the same for the same number. */
export const fakeReferral = (number: number, change: Partial<EmrReferral> = {}): EmrReferral => ({
  ehrId: `REF-${number}`,
  patientMrn: `MRN-${number}`,
  direction: "incoming",
  status: "Open",
  priority: "routine",
  reason: "Palpitations",
  notes: null,
  priorAuthorizationCode: null,
  specialty: null,
  locationEmrId: null,
  startDate: null,
  endDate: null,
  visitsAllowed: null,
  assignedToId: null,
  referringProviderEhrId: null,
  createdAt: "2026-05-20T12:00:00Z",
  updatedAt: "2026-05-20T12:00:00Z",
  ...change,
});

/** Returns a document as an EMR has it, the same for the same number. */
export const fakeDocument = (number: number, change: Partial<EmrDocument> = {}): EmrDocument => {
  const content = `Letter DOC-${number}`;
  return {
    emrId: `DOC-${number}`,
    fileName: "letter.txt",
    mimeType: "text/plain",
    size: content.length,
    version: createHash("sha256").update(content).digest("hex"),
    patientMrn: `MRN-${number}`,
    referralEhrId: null,
    createdAt: "2026-05-20T12:00:00Z",
    ...change,
  };
};

/** Makes a number of records, from 1 on. */
export const several = <Made>(count: number, make: (number: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));
