import type { JobDefinition, OperationDefinition } from "#lib/definitions/operation";
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

/** All write operations by id, the source of forms, menus, permissions and the API reference. Browser-safe. */
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

/**
 * Jobs that the product queues itself. They appear in the list of jobs, but have neither a route nor events (decisions
 * §4).
 */
export const internalJobs = {
  [syncSchedule.id]: syncSchedule,
} as const;

export type OperationId = keyof typeof catalog;
export type InternalJobId = keyof typeof internalJobs;

export const operationIds = Object.keys(catalog) as OperationId[];

/** Returns the operation with this id, or undefined if a stored job has a removed or internal type. */
export const findOperation = (id: string): OperationDefinition | undefined =>
  id in catalog ? catalog[id as OperationId] : undefined;

/** Returns the definition of a job type, or undefined if a stored job has a removed type. */
export const findJobDefinition = (id: string): JobDefinition | undefined =>
  findOperation(id) ?? (id in internalJobs ? internalJobs[id as InternalJobId] : undefined);
