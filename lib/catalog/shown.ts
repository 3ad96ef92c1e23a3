import type { Shown } from "#lib/definitions/shown";
import { shownAppointmentUpdate } from "#lib/resources/appointments/update/shown";
import { shownClaimsFetch } from "#lib/resources/claims/fetch/shown";
import { shownMessage } from "#lib/resources/messages/send/shown";
import { shownOrder, shownOrders } from "#lib/resources/orders/create/shown";
import { shownCatalogSearch } from "#lib/resources/orders/search-catalog/shown";
import { shownPatientNote, shownPatientNotes } from "#lib/resources/patient-notes/create/shown";
import { shownPayment, shownPayments } from "#lib/resources/payments/create/shown";
import { shownRecallAction } from "#lib/resources/recalls/act/shown";
import { shownReferral } from "#lib/resources/referrals/create/shown";
import { shownReferralUpdate } from "#lib/resources/referrals/update/shown";
import { shownService, shownServices } from "#lib/resources/services/create/shown";
import { shownSettingsSync } from "#lib/resources/settings/fetch/shown";
import { shownTask, shownTasks } from "#lib/resources/tasks/create/shown";
import type { OperationId } from "./catalog.ts";

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

/** Returns how the console shows the jobs of a type; undefined for internal jobs. Browser-safe. */
export const shownOf = (type: string): Shown | undefined => SHOWN[type as OperationId];

/** How lists show written records, by the list's name. */
export const shownRecords = {
  orders: shownOrders,
  patient_notes: shownPatientNotes,
  payments: shownPayments,
  services: shownServices,
  tasks: shownTasks,
};
