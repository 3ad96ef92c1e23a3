import { listOrders } from "#lib/operations/create-order/list";
import { listPatientNotes } from "#lib/operations/create-patient-note/list";
import { listPayments } from "#lib/operations/create-payment/list";
import { listServices } from "#lib/operations/create-service/list";
import { listTasks } from "#lib/operations/create-task/list";
import { listMessages } from "#lib/operations/send-message/list";
import { listApiClients } from "#lib/reads/api-clients";
import { listAppointments } from "#lib/reads/appointments";
import { listAuditLog } from "#lib/reads/audit-log";
import { listAvailability } from "#lib/reads/availability";
import { listClaims } from "#lib/reads/claims";
import type { ReadDefinition } from "#lib/reads/definition";
import { getDelivery } from "#lib/reads/delivery";
import { listDocuments } from "#lib/reads/documents";
import { listEmbedOrigins } from "#lib/reads/embed-origins";
import { getEmbedSession } from "#lib/reads/embed-sessions";
import { getEvent, listEvents } from "#lib/reads/events";
import { getForm, listForms } from "#lib/reads/forms";
import { getJobStats } from "#lib/reads/job-stats";
import { getJob, listJobs } from "#lib/reads/jobs";
import { getLinkedAccount } from "#lib/reads/linked-accounts";
import { listLocations } from "#lib/reads/locations";
import { listManagedAccounts } from "#lib/reads/managed-accounts";
import { listOrderCatalog } from "#lib/reads/order-catalog";
import { getPatient, listPatients } from "#lib/reads/patients";
import { listProviders } from "#lib/reads/providers";
import { getRecall, listRecalls } from "#lib/reads/recalls";
import { getReferral, listReferrals } from "#lib/reads/referrals";
import { listReferringProviders } from "#lib/reads/referring-providers";
import { getSandboxBehavior, listSandboxWrites } from "#lib/reads/sandbox";
import { listSavedViews } from "#lib/reads/saved-views";
import { getSettings } from "#lib/reads/settings";
import { listStaff } from "#lib/reads/staff";
import { getSubscriptions } from "#lib/reads/subscriptions";
import { listUsers } from "#lib/reads/users";
import { listVisitStatuses } from "#lib/reads/visit-statuses";
import { listVisitTypes } from "#lib/reads/visit-types";
import { getWebhookEndpoint, listWebhookEndpoints } from "#lib/reads/webhook-endpoints";
import { getWebhookHealth } from "#lib/reads/webhook-health";

/** Every read of `/v1`; a test fails where a route is missing here. */
export const allReads = [
  getDelivery,
  getEmbedSession,
  getEvent,
  getForm,
  getJob,
  getJobStats,
  getLinkedAccount,
  getPatient,
  getRecall,
  getReferral,
  getSandboxBehavior,
  getSettings,
  getSubscriptions,
  getWebhookEndpoint,
  getWebhookHealth,
  listApiClients,
  listAppointments,
  listAuditLog,
  listAvailability,
  listClaims,
  listDocuments,
  listEmbedOrigins,
  listEvents,
  listForms,
  listJobs,
  listLocations,
  listManagedAccounts,
  listMessages,
  listOrderCatalog,
  listOrders,
  listPatientNotes,
  listPatients,
  listPayments,
  listProviders,
  listRecalls,
  listReferrals,
  listReferringProviders,
  listSandboxWrites,
  listSavedViews,
  listServices,
  listStaff,
  listTasks,
  listUsers,
  listVisitStatuses,
  listVisitTypes,
  listWebhookEndpoints,
] as unknown as readonly ReadDefinition[];
