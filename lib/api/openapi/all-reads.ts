import { listApiClients } from "#lib/administration/api-clients/reads";
import { listAuditLog } from "#lib/administration/audit-log/reads";
import { listEmbedOrigins } from "#lib/administration/embedding/embed-origins";
import { getEmbedSession } from "#lib/administration/embedding/embed-sessions";
import { listManagedAccounts } from "#lib/administration/linked-accounts/managed";
import { getLinkedAccount } from "#lib/administration/linked-accounts/reads";
import { getSandboxBehavior, listSandboxWrites } from "#lib/administration/sandbox/reads";
import { listSavedViews } from "#lib/administration/saved-views/reads";
import { listUsers } from "#lib/administration/users/reads";
import type { ReadDefinition } from "#lib/definitions/read";
import { getJob, listJobs } from "#lib/jobs/reads";
import { getJobStats } from "#lib/jobs/stats";
import { listAppointments } from "#lib/resources/appointments/reads";
import { listAvailability } from "#lib/resources/availability/reads";
import { listClaims } from "#lib/resources/claims/reads";
import { listDocuments } from "#lib/resources/documents/reads";
import { getForm, listForms } from "#lib/resources/forms/reads";
import { listLocations } from "#lib/resources/locations/reads";
import { listMessages } from "#lib/resources/messages/list";
import { listOrderCatalog } from "#lib/resources/orders/catalog-reads";
import { listOrders } from "#lib/resources/orders/list";
import { listPatientNotes } from "#lib/resources/patient-notes/list";
import { getPatient, listPatients } from "#lib/resources/patients/reads";
import { listPayments } from "#lib/resources/payments/list";
import { listProviders } from "#lib/resources/providers/reads";
import { getRecall, listRecalls } from "#lib/resources/recalls/reads";
import { getReferral, listReferrals } from "#lib/resources/referrals/reads";
import { listReferringProviders } from "#lib/resources/referring-providers/reads";
import { listServices } from "#lib/resources/services/list";
import { getSettings } from "#lib/resources/settings/reads";
import { listStaff } from "#lib/resources/staff/reads";
import { listTasks } from "#lib/resources/tasks/list";
import { listVisitStatuses } from "#lib/resources/visit-statuses/reads";
import { listVisitTypes } from "#lib/resources/visit-types/reads";
import { getDelivery } from "#lib/webhooks/deliveries/reads";
import { getWebhookHealth } from "#lib/webhooks/endpoints/health";
import { getWebhookEndpoint, listWebhookEndpoints } from "#lib/webhooks/endpoints/reads";
import { getEvent, listEvents } from "#lib/webhooks/events/reads";
import { getSubscriptions } from "#lib/webhooks/subscriptions/reads";

/** Every read of `/v1`; a test fails if a route is missing here. */
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
  // Each read limits embedded views by its own parameters, which the common type does not know.
] as readonly ReadDefinition[];
