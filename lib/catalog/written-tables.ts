import { message } from "#lib/resources/messages/table";
import { patientOrder } from "#lib/resources/orders/table";
import { patientNote } from "#lib/resources/patient-notes/table";
import { payment } from "#lib/resources/payments/table";
import { recallAction } from "#lib/resources/recalls/table";
import { referral } from "#lib/resources/referrals/table";
import { service } from "#lib/resources/services/table";
import { task } from "#lib/resources/tasks/table";

/** Tables of the records that jobs write. A job that retries another job takes over its records. */
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
