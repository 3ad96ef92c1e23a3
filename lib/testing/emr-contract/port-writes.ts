import { createHash } from "node:crypto";
import type { Capability } from "#lib/emr/port/capability";
import { emrPatient, emrPayment, emrTask } from "#lib/testing/emr-writes";
import type { ContractSubject } from "./subject.ts";

/** What the writes name of the EMR's own records, by their EMR ids. */
export interface WrittenTo {
  patientEhrId: string;
  providerEhrId: string;
  locationEmrId: string;
  /** A visit that takes place, and one of its statuses. */
  emrAppointmentId: string;
  status: string;
  visitType: { id: string; name: string };
}

const file = Buffer.from("%PDF-1.4 a letter");

/** A patient has one insurance of each priority, and the contract writes several. */
let lastPriority = 1;

/** Returns one accepted write of each capability that writes, at an EMR with these records. */
function writesTo(records: WrittenTo): ContractSubject["writes"] {
  const { patientEhrId, providerEhrId, locationEmrId, emrAppointmentId, status, visitType } = records;
  return {
    payments: async (emr, options) => (await emr.createPayment(emrPayment, options)).emrTransactionId,
    patient_notes: async (emr, options) => {
      const note = { patientEhrId, subject: "Call", note: "Feels better", locationEmrId: null, categoryIds: [] };
      return (await emr.createPatientNote(note, options)).emrNoteId;
    },
    visit_notes: async (emr, options) => {
      const note = { emrAppointmentId, patientEhrId, subject: "Follow-up", note: "Lungs clear" };
      return (await emr.createVisitNote(note, options)).emrNoteId;
    },
    services: async (emr, options) => (await emr.assignTeam({ patientEhrId, teamId: "1" }, options)).emrEpisodeId,
    orders: async (emr, options) => {
      const order = {
        patientEhrId,
        type: "lab" as const,
        itemIds: ["LAB-1"],
        providerEhrId: null,
        priority: "routine" as const,
        notes: null,
      };
      return (await emr.createOrder(order, options)).emrOrderId;
    },
    messages: async (emr, options) => {
      const message = { providerEhrId, subject: "Hello", message: "A question" };
      return (await emr.sendMessage(message, options)).emrMessageId;
    },
    tasks: async (emr, options) => (await emr.createTask({ ...emrTask, patientEhrId }, options)).emrTaskId,
    recall_actions: async (emr, options) => {
      const action = { recallEhrId: "RCL-1", actionTaken: "Called patient", note: null };
      return (await emr.addRecallAction(action, options)).emrRecallActionId;
    },
    referrals: async (emr, options) => {
      const referral = {
        patientEhrId,
        reason: "Chest pain",
        direction: "outgoing",
        referringProviderEhrId: null,
      } as const;
      return (await emr.createReferral(referral, options)).ehrId;
    },
    appointments: async (emr, options) => {
      await emr.updateAppointmentStatus({ emrAppointmentId, status }, options);
      return emrAppointmentId;
    },
    patients: async (emr, options) => (await emr.createPatient(emrPatient, options)).ehrId,
    patient_changes: async (emr, options) =>
      (await emr.updatePatient(patientEhrId, { phone: "740-555-0188" }, options)).ehrId,
    insurances: async (emr, options) => {
      lastPriority += 1;
      const insurance = {
        patientEhrId,
        payerId: null,
        payerName: "Blue Shield",
        memberId: "BSX 1",
        groupNumber: "G-1",
        priority: lastPriority,
        relationship: "spouse" as const,
        subscriber: "Luis Ávila",
      };
      return (await emr.createInsurance(insurance, options)).emrInsuranceId;
    },
    documents: async (emr, options) => {
      const document = {
        patientEhrId,
        referralEhrId: null,
        fileName: "letter.pdf",
        mimeType: "application/pdf",
        size: file.byteLength,
        sha256: createHash("sha256").update(file).digest("hex"),
        category: "Letter",
        description: null,
        async *parts() {
          yield file.subarray(0, 5);
          yield file.subarray(5);
        },
      };
      return (await emr.createDocument(document, options)).emrDocumentId;
    },
    bookings: async (emr, options) => {
      const booking = {
        patientEhrId,
        providerEhrId,
        secondaryProviderEhrId: null,
        locationEmrId,
        startsAt: "2031-03-03T15:00:00.000Z",
        duration: 30,
        visitType,
        appointmentMode: null,
        reason: "Blood pressure",
        note: null,
        mayOverlap: true,
      };
      return (await emr.bookAppointment(booking, options)).emrAppointmentId;
    },
    moves: async (emr, options) => {
      const time = { startsAt: "2031-03-04T15:00:00.000Z", duration: 45 };
      await emr.changeAppointment({ emrAppointmentId, ...time }, options);
      return emrAppointmentId;
    },
    cancellations: async (emr, options) => {
      await emr.cancelAppointment({ emrAppointmentId, reason: "Patient called" }, options);
      return emrAppointmentId;
    },
  };
}

/** Returns one accepted write of each of these capabilities that writes, at an EMR with these records. */
export function portWrites(records: WrittenTo, capabilities: ReadonlySet<Capability>): ContractSubject["writes"] {
  const written = Object.entries(writesTo(records)) as [Capability, unknown][];
  return Object.fromEntries(written.filter(([name]) => capabilities.has(name)));
}
