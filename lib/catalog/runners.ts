import type { OperationRunner } from "#lib/definitions/runner";
import { runAppointmentUpdate } from "#lib/resources/appointments/update/run";
import { runClaimsFetch } from "#lib/resources/claims/fetch/run";
import { runMessage } from "#lib/resources/messages/send/run";
import { runOrder } from "#lib/resources/orders/create/run";
import { runOrderCatalogSearch } from "#lib/resources/orders/search-catalog/run";
import { runPatientNote } from "#lib/resources/patient-notes/create/run";
import { runPayment } from "#lib/resources/payments/create/run";
import { runScheduleSync } from "#lib/resources/providers/sync-schedule/run";
import { runRecallAction } from "#lib/resources/recalls/act/run";
import { runReferral } from "#lib/resources/referrals/create/run";
import { runReferralUpdate } from "#lib/resources/referrals/update/run";
import { runService } from "#lib/resources/services/create/run";
import { runOrgSettingsFetch } from "#lib/resources/settings/fetch/run";
import { runTask } from "#lib/resources/tasks/create/run";
import type { catalog, InternalJobId, OperationId } from "./catalog.ts";

type Runners = {
  [Id in OperationId]: OperationRunner<(typeof catalog)[Id], unknown, unknown>;
} & { [Id in InternalJobId]: OperationRunner };

/** The runner of each job type; a missing one is a compile error. */
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
