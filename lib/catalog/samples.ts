import { updateAppointmentSample } from "#lib/resources/appointments/update/sample";
import { fetchClaimsSample } from "#lib/resources/claims/fetch/sample";
import { sendMessageSample } from "#lib/resources/messages/send/sample";
import { createOrderSample } from "#lib/resources/orders/create/sample";
import { searchOrderCatalogSample } from "#lib/resources/orders/search-catalog/sample";
import { createPatientNoteSample } from "#lib/resources/patient-notes/create/sample";
import { createPaymentSample } from "#lib/resources/payments/create/sample";
import { createRecallActionSample } from "#lib/resources/recalls/act/sample";
import { createReferralSample } from "#lib/resources/referrals/create/sample";
import { updateReferralSample } from "#lib/resources/referrals/update/sample";
import { createServiceSample } from "#lib/resources/services/create/sample";
import { fetchOrgSettingsSample } from "#lib/resources/settings/fetch/sample";
import { createTaskSample } from "#lib/resources/tasks/create/sample";
import type { OperationId } from "./catalog.ts";

interface Sample {
  request: Record<string, unknown>;
  completed: Record<string, unknown>;
  failed: Record<string, unknown>;
  also?: Record<string, Record<string, unknown>>;
}

/** A sample per operation; a missing one is a compile error. Browser-safe. */
export const samples: Record<OperationId, Sample> = {
  "payments:create": createPaymentSample,
  "patient-notes:create": createPatientNoteSample,
  "claims:fetch": fetchClaimsSample,
  "org-settings:fetch": fetchOrgSettingsSample,
  "referrals:update": updateReferralSample,
  "referrals:create": createReferralSample,
  "recall-actions:create": createRecallActionSample,
  "appointments:update": updateAppointmentSample,
  "services:create": createServiceSample,
  "order-catalog:fetch": searchOrderCatalogSample,
  "orders:create": createOrderSample,
  "messages:create": sendMessageSample,
  "tasks:create": createTaskSample,
};
