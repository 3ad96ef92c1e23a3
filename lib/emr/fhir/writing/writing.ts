import type { FhirContext } from "#lib/emr/fhir/context";
import { type EMR_WRITES, type EmrConnection, EmrError } from "#lib/emr/port/port";
import { statusChange } from "./appointment.ts";
import { makeChange } from "./change.ts";
import { chartNote } from "./chart-note.ts";
import { compareFound, create, type Make } from "./create.ts";
import { findWrite } from "./find-write.ts";
import { isSearched, repeatsOf } from "./guarantee.ts";
import { message } from "./message.ts";
import { createOrder } from "./order.ts";
import { newReferral, referralChange } from "./referral.ts";
import { task } from "./task.ts";
import { visitNote } from "./visit-note.ts";

type Writes = Pick<EmrConnection, (typeof EMR_WRITES)[number]>;

/** The writes of a connection, and how one whose end is unknown is settled. */
type Writing = Writes & Pick<EmrConnection, "repeats" | "findWrite" | "comparing">;

const refusing = (reason: string) => () =>
  Promise.reject(new EmrError("validation", reason, { code: "not_supported" }));

const NO_LEDGER = "FHIR has no posting to a ledger";
const NO_SERVICES = "FHIR has no services that are signed with a form";
const NO_BOOKINGS = "No Appointment is created in a FHIR server";
const NO_MOVES = "No Appointment is moved in a FHIR server";
const NO_CANCELLATIONS = "No Appointment is cancelled in a FHIR server: its status is changed";
const NO_RECALLS = "FHIR has no recalls";

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
  }) satisfies Partial<Writes>;

/** Returns the writes of a FHIR server. */
export function writingOf(context: FhirContext): Writing {
  const { findings, connection } = context;
  return {
    repeats: repeatsOf(findings),
    findWrite: isSearched(findings)
      ? (key, signal) => findWrite(context, key, signal)
      : refusing("The EMR is not known to find records by their identifier"),

    ...creationsOf(context, create),
    comparing: creationsOf(context, compareFound),
    updateReferral: (ehrId, changes, options) => makeChange(context, referralChange(ehrId, changes), options),
    updateAppointmentStatus: async (appointment, options) =>
      makeChange(context, statusChange(appointment, connection.visit_statuses), options),

    createPatient: refusing("Patients are not created in a FHIR server yet"),
    updatePatient: refusing("Patients are not changed in a FHIR server yet"),
    createDocument: refusing("No DocumentReference with a file is created in a FHIR server yet"),
    createPayment: refusing(NO_LEDGER),
    assignTeam: refusing(NO_SERVICES),
    createService: refusing(NO_SERVICES),
    signService: refusing(NO_SERVICES),
    bookAppointment: refusing(NO_BOOKINGS),
    changeAppointment: refusing(NO_MOVES),
    cancelAppointment: refusing(NO_CANCELLATIONS),
    addRecallAction: refusing(NO_RECALLS),
  };
}
