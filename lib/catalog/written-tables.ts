import { message } from "#lib/resources/messages/table";
import { patientOrder } from "#lib/resources/orders/table";
import { patientNote } from "#lib/resources/patient-notes/table";
import { payment } from "#lib/resources/payments/table";
import { recallAction } from "#lib/resources/recalls/table";
import { referral } from "#lib/resources/referrals/table";
import { service } from "#lib/resources/services/table";
import { task } from "#lib/resources/tasks/table";

/** The tables of records that a job writes: a job that retries another one takes its records over. */
export const writtenTables = [
  message,
  patientNote,
  patientOrder,
  payment,
  recallAction,
  referral,
  service,
  task,
] as const;
