import type { OperationId } from "./catalog.ts";
import { createOrderSample } from "./create-order/sample.ts";
import { createPatientNoteSample } from "./create-patient-note/sample.ts";
import { createPaymentSample } from "./create-payment/sample.ts";
import { createRecallActionSample } from "./create-recall-action/sample.ts";
import { createReferralSample } from "./create-referral/sample.ts";
import { createServiceSample } from "./create-service/sample.ts";
import { createTaskSample } from "./create-task/sample.ts";
import { fetchClaimsSample } from "./fetch-claims/sample.ts";
import { fetchOrgSettingsSample } from "./fetch-org-settings/sample.ts";
import { searchOrderCatalogSample } from "./search-order-catalog/sample.ts";
import { sendMessageSample } from "./send-message/sample.ts";
import { updateAppointmentSample } from "./update-appointment/sample.ts";
import { updateReferralSample } from "./update-referral/sample.ts";

interface Sample {
  request: Record<string, unknown>;
  completed: Record<string, unknown>;
  failed: Record<string, unknown>;
  also?: Record<string, Record<string, unknown>>;
}

/** A sample per operation; the type makes a missing one a compile error. Browser-safe. */
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
