import { createOrder } from "./create-order/definition.ts";
import { createPatientNote } from "./create-patient-note/definition.ts";
import { createPayment } from "./create-payment/definition.ts";
import { createRecallAction } from "./create-recall-action/definition.ts";
import { createReferral } from "./create-referral/definition.ts";
import { createService } from "./create-service/definition.ts";
import { createTask } from "./create-task/definition.ts";
import type { JobDefinition } from "./definition.ts";
import { fetchClaims } from "./fetch-claims/definition.ts";
import { fetchOrgSettings } from "./fetch-org-settings/definition.ts";
import { searchOrderCatalog } from "./search-order-catalog/definition.ts";
import { sendMessage } from "./send-message/definition.ts";
import { syncSchedule } from "./sync-schedule/definition.ts";
import { updateAppointment } from "./update-appointment/definition.ts";
import { updateReferral } from "./update-referral/definition.ts";

/** Every write operation by its id. Browser-safe: forms, menus, permissions and the API reference read it. */
export const catalog = {
  [createPayment.id]: createPayment,
  [createPatientNote.id]: createPatientNote,
  [fetchClaims.id]: fetchClaims,
  [fetchOrgSettings.id]: fetchOrgSettings,
  [updateReferral.id]: updateReferral,
  [createReferral.id]: createReferral,
  [createRecallAction.id]: createRecallAction,
  [updateAppointment.id]: updateAppointment,
  [createService.id]: createService,
  [searchOrderCatalog.id]: searchOrderCatalog,
  [createOrder.id]: createOrder,
  [sendMessage.id]: sendMessage,
  [createTask.id]: createTask,
} as const;

/** Work that the product queues by itself: seen among the jobs, with neither a route nor events (decisions §4). */
export const internalJobs = {
  [syncSchedule.id]: syncSchedule,
} as const;

export type OperationId = keyof typeof catalog;
export type InternalJobId = keyof typeof internalJobs;

export const operationIds = Object.keys(catalog) as OperationId[];

/** The operation with this id, or undefined where a stored job names one that is gone or internal. */
export const findOperation = (id: string) => (id in catalog ? catalog[id as OperationId] : undefined);

/** What a job of this type is, or undefined where a stored job names one that is gone. */
export const findJobDefinition = (id: string): JobDefinition | undefined =>
  findOperation(id) ?? (id in internalJobs ? internalJobs[id as InternalJobId] : undefined);
