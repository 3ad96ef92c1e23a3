import type { JobDefinition } from "#lib/definitions/operation";
import { updateAppointment } from "#lib/resources/appointments/update/definition";
import { fetchClaims } from "#lib/resources/claims/fetch/definition";
import { sendMessage } from "#lib/resources/messages/send/definition";
import { createOrder } from "#lib/resources/orders/create/definition";
import { searchOrderCatalog } from "#lib/resources/orders/search-catalog/definition";
import { createPatientNote } from "#lib/resources/patient-notes/create/definition";
import { createPayment } from "#lib/resources/payments/create/definition";
import { syncSchedule } from "#lib/resources/providers/sync-schedule/definition";
import { createRecallAction } from "#lib/resources/recalls/act/definition";
import { createReferral } from "#lib/resources/referrals/create/definition";
import { updateReferral } from "#lib/resources/referrals/update/definition";
import { createService } from "#lib/resources/services/create/definition";
import { fetchOrgSettings } from "#lib/resources/settings/fetch/definition";
import { createTask } from "#lib/resources/tasks/create/definition";

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
