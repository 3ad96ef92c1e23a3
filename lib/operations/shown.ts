import type { OperationId } from "./catalog.ts";
import { shownOrder, shownOrders } from "./create-order/shown.ts";
import { shownPatientNote, shownPatientNotes } from "./create-patient-note/shown.ts";
import { shownPayment, shownPayments } from "./create-payment/shown.ts";
import { shownRecallAction } from "./create-recall-action/shown.ts";
import { shownReferral } from "./create-referral/shown.ts";
import { shownService, shownServices } from "./create-service/shown.ts";
import { shownTask, shownTasks } from "./create-task/shown.ts";
import { shownClaimsFetch } from "./fetch-claims/shown.ts";
import { shownSettingsSync } from "./fetch-org-settings/shown.ts";
import { shownCatalogSearch } from "./search-order-catalog/shown.ts";
import { shownMessage } from "./send-message/shown.ts";
import type { Shown } from "./shown-job.ts";
import { shownAppointmentUpdate } from "./update-appointment/shown.ts";
import { shownReferralUpdate } from "./update-referral/shown.ts";

const SHOWN: Record<OperationId, Shown> = {
  "orders:create": shownOrder,
  "patient-notes:create": shownPatientNote,
  "payments:create": shownPayment,
  "recall-actions:create": shownRecallAction,
  "referrals:create": shownReferral,
  "services:create": shownService,
  "tasks:create": shownTask,
  "claims:fetch": shownClaimsFetch,
  "org-settings:fetch": shownSettingsSync,
  "order-catalog:fetch": shownCatalogSearch,
  "messages:create": shownMessage,
  "appointments:update": shownAppointmentUpdate,
  "referrals:update": shownReferralUpdate,
};

/** How the console shows the jobs of a type; undefined for what the product queues by itself. Browser-safe. */
export const shownOf = (type: string): Shown | undefined => SHOWN[type as OperationId];

/** How lists show what was written, by the list's name. */
export const shownRecords = {
  orders: shownOrders,
  patient_notes: shownPatientNotes,
  payments: shownPayments,
  services: shownServices,
  tasks: shownTasks,
};
