import type { EmrCalls } from "#lib/emr/port/calls";
import type { Capability, EmrBooking, EmrConnection, EmrVisitChange, WriteOptions } from "#lib/emr/port/port";
import { bookAppointment, readTimes } from "./bookings.ts";
import { cancelAppointment } from "./cancellations.ts";
import { readClaims } from "./claims.ts";
import { createDocument, readFiles } from "./documents.ts";
import { falsified, falsifiedIds } from "./false-pages.ts";
import { frontDoor } from "./front-door.ts";
import { createInsurance, readInsurance, updateInsurance } from "./insurances.ts";
import { findPatients, readSchedules } from "./live-reading.ts";
import { sendMessage } from "./messages.ts";
import { changeAppointment } from "./moves.ts";
import { createOrder, searchOrderCatalog } from "./orders.ts";
import { readIds, readPage, SANDBOX_READS } from "./pages.ts";
import { createPatientNote } from "./patient-notes.ts";
import { createPatient, patientsBornOn, readPatient, updatePatient } from "./patients.ts";
import { createPayment } from "./payments.ts";
import {
  readNoteCategories,
  readPaymentMethods,
  readReferralStatuses,
  readSettings,
  readSpecialties,
} from "./practice-settings.ts";
import { addRecallAction } from "./recalls.ts";
import { createReferral, readReferral, updateReferral } from "./referrals.ts";
import { readAppointment, readSchedule, updateAppointmentStatus } from "./schedule.ts";
import { assignTeam, createService, readService, readTeams, signService } from "./services.ts";
import { createTask } from "./tasks.ts";
import { createVisitNote } from "./visit-notes.ts";
import { findWrite } from "./write-once.ts";

/** Returns the connection to a simulated practice; every call honours the practice's behaviour. */
export function sandboxConnection(
  practiceId: string,
  { capabilities, refusesOverlaps }: { capabilities: ReadonlySet<Capability>; refusesOverlaps: boolean },
  calls: EmrCalls,
): EmrConnection {
  const door = frontDoor(practiceId, calls);
  const reading =
    <Result>(read: (practiceId: string) => Promise<Result>) =>
    (signal: AbortSignal) =>
      door.read(signal, () => read(practiceId));
  const asking =
    <Question, Result>(read: (practiceId: string, question: Question) => Promise<Result>) =>
    (question: Question, signal: AbortSignal) =>
      door.read(signal, () => read(practiceId, question));
  const writing =
    <Record, Result>(write: (practiceId: string, record: Record, idempotencyKey: string) => Promise<Result>) =>
    (record: Record, { idempotencyKey, signal }: WriteOptions) =>
      door.write(signal, () => write(practiceId, record, idempotencyKey));
  /** A write that returns one id, under the name that the port uses for it. */
  const creating = <Record, Name extends string>(
    write: (practiceId: string, record: Record, idempotencyKey: string) => Promise<string>,
    name: Name,
  ) => {
    const through = writing(write);
    return async (record: Record, options: WriteOptions) =>
      ({ [name]: await through(record, options) }) as { [Key in Name]: string };
  };

  return {
    capabilities,
    repeats: "keyed",
    kinds: SANDBOX_READS,
    readPage: (kind, { cursor }, signal) =>
      door.page(signal, async (behavior) => {
        const page = await readPage(practiceId, { kind, cursor, most: behavior.page_records });
        return falsified(kind, cursor, page, behavior);
      }),
    readIds: (kind, cursor, signal) =>
      door.page(signal, async (behavior) => {
        const page = await readIds(practiceId, { kind, cursor, most: behavior.page_records });
        return falsifiedIds(kind, page, behavior);
      }),
    findWrite: asking(findWrite),
    readSettings: reading(readSettings),
    listPaymentMethods: reading(readPaymentMethods),
    listNoteCategories: reading(readNoteCategories),
    listReferralStatuses: reading(readReferralStatuses),
    listSpecialties: reading(readSpecialties),
    listAppointments: asking(readSchedule),
    readAppointment: asking(readAppointment),
    readTimes: asking(readTimes),
    readSchedules: asking(readSchedules),
    findPatients: asking(findPatients),
    listClaims: asking(readClaims),
    patientsBornOn: asking(patientsBornOn),
    readPatient: asking(readPatient),
    readInsurance: asking(readInsurance),
    readReferral: asking(readReferral),
    async *readDocuments(ids, signal) {
      yield* await door.read(signal, () => readFiles(practiceId, ids));
    },
    listTeams: asking(readTeams),
    searchOrderCatalog: asking(searchOrderCatalog),
    readService: asking(readService),

    createPayment: creating(createPayment, "emrTransactionId"),
    createPatient: writing(createPatient),
    updatePatient: (ehrId, changes, options) =>
      writing((practice: string, fields: typeof changes, key) => updatePatient(practice, ehrId, fields, key))(
        changes,
        options,
      ),
    createInsurance: writing(createInsurance),
    updateInsurance: (emrInsuranceId, changes, options) =>
      writing((practice: string, fields: typeof changes, key) =>
        updateInsurance(practice, emrInsuranceId, fields, key),
      )(changes, options),
    createPatientNote: creating(createPatientNote, "emrNoteId"),
    createVisitNote: creating(createVisitNote, "emrNoteId"),
    createDocument: creating(createDocument, "emrDocumentId"),
    createReferral: creating(createReferral, "ehrId"),
    updateReferral: (ehrId, changes, options) =>
      writing((practice: string, fields: typeof changes, key) => updateReferral(practice, ehrId, fields, key))(
        changes,
        options,
      ),
    assignTeam: creating(assignTeam, "emrEpisodeId"),
    createService: creating(createService, "emrServiceId"),
    signService: writing(signService),
    createOrder: creating(createOrder, "emrOrderId"),
    sendMessage: creating(sendMessage, "emrMessageId"),
    createTask: creating(createTask, "emrTaskId"),
    addRecallAction: writing(addRecallAction),
    bookAppointment: creating(
      (practice: string, visit: EmrBooking, idempotencyKey) =>
        bookAppointment(practice, visit, { idempotencyKey, refusesOverlaps }),
      "emrAppointmentId",
    ),
    changeAppointment: writing((practice: string, change: EmrVisitChange, idempotencyKey) =>
      changeAppointment(practice, change, { idempotencyKey, refusesOverlaps }),
    ),
    cancelAppointment: writing(cancelAppointment),
    updateAppointmentStatus: writing(updateAppointmentStatus),
  };
}
