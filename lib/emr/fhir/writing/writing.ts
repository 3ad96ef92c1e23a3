import { FHIR_REFUSALS, refusing } from "#lib/emr/fhir/capabilities";
import type { FhirContext } from "#lib/emr/fhir/context";
import type { EmrConnection } from "#lib/emr/port/port";
import type { EmrWrites } from "#lib/emr/port/writes";
import { statusChange } from "./appointment.ts";
import { bookVisit, settleBooking } from "./booking.ts";
import { cancelVisit } from "./cancellation.ts";
import { makeChange } from "./change.ts";
import { chartNote } from "./chart-note.ts";
import { compareFound, create, type Make } from "./create.ts";
import { fileDocument } from "./document.ts";
import { findWrite } from "./find-write.ts";
import { isSearched, repeatsOf } from "./guarantee.ts";
import { changeInsurance, createInsurance, type ReadInsurance } from "./insurance.ts";
import { message } from "./message.ts";
import { createOrder } from "./order.ts";
import type { BookingReads } from "./overlap.ts";
import { createPatient, type ReadPatient } from "./patient.ts";
import { changePatient } from "./patient-change.ts";
import { newReferral, referralChange } from "./referral.ts";
import { giveBack, reserves } from "./reserved-slots.ts";
import { task } from "./task.ts";
import { changeVisit, settleMove } from "./visit-change.ts";
import { visitNote } from "./visit-note.ts";

/** The writes of a connection, and how one whose end is unknown is settled. */
type Writing = EmrWrites & Pick<EmrConnection, "repeats" | "findWrite" | "giveBack" | "comparing">;

/** The reads that writes need. */
interface WritingReads extends BookingReads {
  readPatient: ReadPatient;
  readInsurance: ReadInsurance;
}

/** Returns the writes of new records, each by `make`. */
const creationsOf = (context: FhirContext, make: Make) =>
  ({
    createReferral: async (referral, options) => ({
      ehrId: await make(context, newReferral(referral, new Date()), options, "referral"),
    }),
    createPatientNote: async (note, options) => ({
      emrNoteId: await make(context, chartNote(note, new Date()), options, "note"),
    }),
    createVisitNote: async (note, options) => ({
      emrNoteId: await make(context, visitNote(note, new Date()), options, "note"),
    }),
    sendMessage: async (given, options) => ({
      emrMessageId: await make(context, message(given, new Date()), options, "message"),
    }),
    createTask: async (given, options) => ({
      emrTaskId: await make(context, task(given, new Date()), options, "task"),
    }),
    createOrder: (order, options) => createOrder(context, order, options, { make, now: new Date() }),
  }) satisfies Partial<EmrWrites>;

/** Returns the writes of a FHIR server. */
export function writingOf(context: FhirContext, reads: WritingReads): Writing {
  const { findings, connection } = context;
  const { readPatient, readInsurance } = reads;
  return {
    ...FHIR_REFUSALS,
    repeats: repeatsOf(findings),
    findWrite: isSearched(findings)
      ? (key, signal) => findWrite(context, key, signal)
      : refusing("The EMR is not known to find records by their identifier"),
    ...(reserves(context) && {
      giveBack: (idempotencyKey, signal) => giveBack(context, { idempotencyKey, signal }),
    }),

    ...creationsOf(context, create),
    bookAppointment: async (booking, options) => ({
      emrAppointmentId: await bookVisit(context, booking, { options, reads }),
    }),
    comparing: {
      ...creationsOf(context, compareFound),
      createPatient: (person, options) => createPatient(context, person, { options, make: compareFound, readPatient }),
      createInsurance: (insurance, options) =>
        createInsurance(context, insurance, { options, make: compareFound, readInsurance }),
      bookAppointment: async (booking, options) => ({
        emrAppointmentId: await settleBooking(context, booking, { options, reads }),
      }),
      changeAppointment: (change, options) => settleMove(context, change, { options, reads }),
      // Of a visit that is cancelled already it opens the time alone.
      cancelAppointment: (cancellation, options) => cancelVisit(context, cancellation, options),
    },
    updateReferral: (ehrId, changes, options) => makeChange(context, referralChange(ehrId, changes), options),
    updateAppointmentStatus: async (appointment, options) =>
      makeChange(context, statusChange(appointment, connection.visit_statuses), options),

    changeAppointment: (change, options) => changeVisit(context, change, { options, reads }),
    cancelAppointment: (cancellation, options) => cancelVisit(context, cancellation, options),

    createPatient: (person, options) => createPatient(context, person, { options, make: create, readPatient }),
    updatePatient: (ehrId, changes, options) => changePatient(context, { ehrId, changes }, { options, readPatient }),
    createDocument: async (filed, options) => ({
      emrDocumentId: await fileDocument(context, filed, { options, make: create }),
    }),
    createInsurance: (insurance, options) =>
      createInsurance(context, insurance, { options, make: create, readInsurance }),
    updateInsurance: (id, changes, options) => changeInsurance(context, { id, changes }, { options, readInsurance }),
  };
}
