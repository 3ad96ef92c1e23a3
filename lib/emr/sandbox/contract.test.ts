import { createHash } from "node:crypto";
import { newId } from "#lib/kernel/id";
import { clinicRecords } from "#lib/testing/clinic-records";
import { connectorContract } from "#lib/testing/emr-contract/contract";
import type { ContractSubject } from "#lib/testing/emr-contract/subject";
import { emrPayment, emrTask } from "#lib/testing/emr-writes";
import { testDatabase } from "#lib/testing/test-database";
import { changeBehavior } from "./behavior.ts";
import { capabilitiesOfKind } from "./capabilities.ts";
import { sandboxConnection } from "./connection.ts";
import { SANDBOX_KINDS, type SandboxKind } from "./kind.ts";
import { listWrites } from "./ledger.ts";
import { loadPractice } from "./load.ts";

testDatabase();

const order = {
  patientEhrId: "PAT-1",
  type: "lab" as const,
  itemIds: ["LAB-1"],
  providerEhrId: null,
  priority: "routine" as const,
  notes: null,
};

const note = { patientEhrId: "PAT-1", subject: "Call", note: "Feels better", locationEmrId: null, categoryIds: [] };

const visitNote = { emrAppointmentId: "APT-1", patientEhrId: "PAT-1", subject: "Follow-up", note: "Lungs clear" };

const insurance = {
  patientEhrId: "PAT-1",
  payerId: null,
  payerName: "Blue Shield",
  memberId: "BSX 1",
  groupNumber: null,
  relationship: "self" as const,
  subscriber: null,
};

/** A patient has one insurance of each priority, and the contract writes several. */
let lastPriority = 0;

const file = Buffer.from("Blood count\n");
const filedDocument = {
  patientEhrId: "PAT-1",
  referralEhrId: "REF-1",
  fileName: "Blood count.txt",
  mimeType: "text/plain",
  size: file.byteLength,
  sha256: createHash("sha256").update(file).digest("hex"),
  category: "Lab result",
  description: null,
  async *parts() {
    yield file.subarray(0, 5);
    yield file.subarray(5);
  },
};

const booking = {
  patientEhrId: "PAT-1",
  providerEhrId: "101",
  secondaryProviderEhrId: null,
  locationEmrId: "LOC-1",
  startsAt: "2031-03-03T15:00:00Z",
  duration: 30,
  visitType: { id: "VT-1", name: "Office Visit" },
  appointmentMode: null,
  reason: null,
  note: null,
  mayOverlap: true,
};

const referral = {
  patientEhrId: "PAT-1",
  reason: "Chest pain",
  direction: "outgoing" as const,
  referringProviderEhrId: null,
};

const newPatient = {
  firstName: "Noor",
  lastName: "Haddad",
  dob: "1991-02-03",
  gender: "female",
  phone: "212-555-0199",
  email: "",
  address: { street: "", city: "", state: "", zip: "" },
};

const writes: ContractSubject["writes"] = {
  payments: async (emr, options) => (await emr.createPayment(emrPayment, options)).emrTransactionId,
  patient_notes: async (emr, options) => (await emr.createPatientNote(note, options)).emrNoteId,
  visit_notes: async (emr, options) => (await emr.createVisitNote(visitNote, options)).emrNoteId,
  documents: async (emr, options) => (await emr.createDocument(filedDocument, options)).emrDocumentId,
  patients: async (emr, options) => (await emr.createPatient(newPatient, options)).ehrId,
  patient_changes: async (emr, options) => (await emr.updatePatient("PAT-1", { phone: "740-555-0188" }, options)).ehrId,
  insurances: async (emr, options) => {
    lastPriority += 1;
    return (await emr.createInsurance({ ...insurance, priority: lastPriority }, options)).emrInsuranceId;
  },
  orders: async (emr, options) => (await emr.createOrder(order, options)).emrOrderId,
  messages: async (emr, options) =>
    (await emr.sendMessage({ providerEhrId: "101", subject: "Hello", message: "A question" }, options)).emrMessageId,
  tasks: async (emr, options) => (await emr.createTask(emrTask, options)).emrTaskId,
  recall_actions: async (emr, options) =>
    (await emr.addRecallAction({ recallEhrId: "RCL-1", actionTaken: "Called patient", note: null }, options))
      .emrRecallActionId,
  referrals: async (emr, options) => (await emr.createReferral(referral, options)).ehrId,
  services: async (emr, options) =>
    (await emr.assignTeam({ patientEhrId: "PAT-1", teamId: "1" }, options)).emrEpisodeId,
  bookings: async (emr, options) => (await emr.bookAppointment(booking, options)).emrAppointmentId,
  moves: async (emr, options) => {
    const time = { startsAt: "2031-03-04T15:00:00Z", duration: 45 };
    await emr.changeAppointment({ emrAppointmentId: "APT-1", ...time }, options);
    return "APT-1";
  },
  cancellations: async (emr, options) => {
    await emr.cancelAppointment({ emrAppointmentId: "APT-1", reason: "The patient is ill" }, options);
    return "APT-1";
  },
  appointments: async (emr, options) => {
    await emr.updateAppointmentStatus({ emrAppointmentId: "APT-1", status: "ARR" }, options);
    return "APT-1";
  },
};

/** Creates a practice without latency whose lists come in pages of two records. */
async function makeSubject(kind: SandboxKind): Promise<ContractSubject> {
  const practiceId = newId();
  const capabilities = capabilitiesOfKind(kind);
  await loadPractice(practiceId, clinicRecords(kind));
  await changeBehavior(practiceId, { latency_ms: 0, page_records: 2 });
  return {
    open: (calls) => sandboxConnection(practiceId, { capabilities, refusesOverlaps: true }, calls),
    holds: { patients: 2, appointments: 5, claims: 3, referrals: 2, documents: 3, recalls: 2, providers: 2 },
    writes: Object.fromEntries(
      Object.entries(writes).filter(([name]) => [...capabilities].some((can) => can === name)),
    ),
    refused: (emr, options) => emr.createPayment({ ...emrPayment, locationEmrId: "LOC-9" }, options),
    done: async (keys) => (await listWrites(practiceId, keys)).length,
    outage: async (on) => void (await changeBehavior(practiceId, { outage: on, empty_after_outage_s: 0 })),
    cutAnswers: async (on) => void (await changeBehavior(practiceId, { cut_after_commit_rate: on ? 1 : 0 })),
    limit: async (calls) => void (await changeBehavior(practiceId, { rate_limit_per_minute: calls })),
  };
}

for (const { emrType } of SANDBOX_KINDS) connectorContract(emrType, () => makeSubject(emrType));
