import type { catalog, InternalJobId, OperationId } from "./catalog.ts";
import { runOrder } from "./create-order/run.ts";
import { runPatientNote } from "./create-patient-note/run.ts";
import { runPayment } from "./create-payment/run.ts";
import { runRecallAction } from "./create-recall-action/run.ts";
import { runReferral } from "./create-referral/run.ts";
import { runService } from "./create-service/run.ts";
import { runTask } from "./create-task/run.ts";
import { runClaimsFetch } from "./fetch-claims/run.ts";
import { runOrgSettingsFetch } from "./fetch-org-settings/run.ts";
import type { OperationRunner } from "./runner.ts";
import { runOrderCatalogSearch } from "./search-order-catalog/run.ts";
import { runMessage } from "./send-message/run.ts";
import { runScheduleSync } from "./sync-schedule/run.ts";
import { runAppointmentUpdate } from "./update-appointment/run.ts";
import { runReferralUpdate } from "./update-referral/run.ts";

// biome-ignore lint/suspicious/noExplicitAny: what one step hands to the next is known to that operation alone
type Handed = any;

type Runners = {
  [Id in OperationId]: OperationRunner<(typeof catalog)[Id], Handed, Handed>;
} & { [Id in InternalJobId]: OperationRunner };

/** What runs each job; a missing one does not compile. */
export const runners: Runners = {
  "payments:create": runPayment,
  "patient-notes:create": runPatientNote,
  "claims:fetch": runClaimsFetch,
  "org-settings:fetch": runOrgSettingsFetch,
  "referrals:update": runReferralUpdate,
  "appointments:update": runAppointmentUpdate,
  "referrals:create": runReferral,
  "recall-actions:create": runRecallAction,
  "services:create": runService,
  "order-catalog:fetch": runOrderCatalogSearch,
  "orders:create": runOrder,
  "messages:create": runMessage,
  "tasks:create": runTask,
  schedule_sync: runScheduleSync,
};
