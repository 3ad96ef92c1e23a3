import { listApiClients } from "#lib/administration/api-clients/queries";
import { listAuditLog } from "#lib/administration/audit-log/queries";
import { listEmbedOrigins } from "#lib/administration/embedding/origin-queries";
import { getEmbedSession } from "#lib/administration/embedding/session-queries";
import { listManagedAccounts } from "#lib/administration/linked-accounts/managed";
import { getLinkedAccount } from "#lib/administration/linked-accounts/queries";
import { getAccountSync, listSetAside } from "#lib/administration/linked-accounts/sync-queries";
import { listMcpTokens } from "#lib/administration/mcp-tokens/queries";
import { getOrganizationKeys } from "#lib/administration/organization-keys/queries";
import { getOwnAccount } from "#lib/administration/own-account/queries";
import { getOwnProvider } from "#lib/administration/own-provider/queries";
import { getSandboxBehavior, listSandboxWrites } from "#lib/administration/sandbox/queries";
import { listSavedViews } from "#lib/administration/saved-views/queries";
import { listScimTokens } from "#lib/administration/scim-tokens/queries";
import { getSignInRules } from "#lib/administration/sign-in-rules/queries";
import { listUsers } from "#lib/administration/users/queries";
import type { QueryDefinition } from "#lib/definitions/query";
import { countDrafts, listDrafts } from "#lib/drafts/queries";
import { getJob, listJobs } from "#lib/jobs/queries";
import { getJobStats } from "#lib/jobs/stats";
import { getOAuthRules, listOAuthGrants, listOwnOAuthGrants } from "#lib/oauth/queries";
import { listAppointments } from "#lib/resources/appointments/queries";
import { listStatusTimes } from "#lib/resources/appointments/status-times";
import { listAvailability } from "#lib/resources/availability/queries";
import { listClaims } from "#lib/resources/claims/queries";
import { listDocuments } from "#lib/resources/documents/queries";
import { getDowntimeSheet, listDowntimePackets } from "#lib/resources/downtime-packets/queries";
import { getForm, listForms } from "#lib/resources/forms/queries";
import { listLocations } from "#lib/resources/locations/queries";
import { listMessages } from "#lib/resources/messages/list";
import { listOrderCatalog } from "#lib/resources/orders/catalog-queries";
import { listOrders } from "#lib/resources/orders/list";
import { listPatientNotes } from "#lib/resources/patient-notes/list";
import { listPatientMatches } from "#lib/resources/patients/matches";
import { getPatient, listPatients } from "#lib/resources/patients/queries";
import { listPayments } from "#lib/resources/payments/list";
import { getProvider, getProviderByEhrId, listProviders } from "#lib/resources/providers/queries";
import { getRecall, listRecalls } from "#lib/resources/recalls/queries";
import { getReferral, listReferrals } from "#lib/resources/referrals/queries";
import { listReferringProviders } from "#lib/resources/referring-providers/queries";
import { listServices } from "#lib/resources/services/list";
import { getSettings } from "#lib/resources/settings/queries";
import { listStaff } from "#lib/resources/staff/queries";
import { listTasks } from "#lib/resources/tasks/list";
import { listVisitNotes } from "#lib/resources/visit-notes/list";
import { listVisitStatuses, listVisitStatusMeanings } from "#lib/resources/visit-statuses/queries";
import { listVisitTypes } from "#lib/resources/visit-types/queries";
import { getDelivery } from "#lib/webhooks/deliveries/queries";
import { getWebhookHealth } from "#lib/webhooks/endpoints/health";
import { getWebhookEndpoint, listWebhookEndpoints } from "#lib/webhooks/endpoints/queries";
import { getEvent, listEvents } from "#lib/webhooks/events/queries";
import { getSubscriptions } from "#lib/webhooks/subscriptions/queries";

/** Every query of `/v1`; a test fails if a route is missing here. */
export const allQueries = [
  countDrafts,
  getAccountSync,
  getDelivery,
  getDowntimeSheet,
  getEmbedSession,
  getEvent,
  getForm,
  getJob,
  getJobStats,
  getLinkedAccount,
  getOrganizationKeys,
  getOwnAccount,
  getOwnProvider,
  getPatient,
  getProvider,
  getProviderByEhrId,
  getRecall,
  getReferral,
  getSandboxBehavior,
  getSettings,
  getSignInRules,
  getOAuthRules,
  getSubscriptions,
  getWebhookEndpoint,
  getWebhookHealth,
  listApiClients,
  listAppointments,
  listAuditLog,
  listAvailability,
  listClaims,
  listDocuments,
  listDowntimePackets,
  listDrafts,
  listEmbedOrigins,
  listEvents,
  listForms,
  listJobs,
  listLocations,
  listManagedAccounts,
  listMcpTokens,
  listOAuthGrants,
  listOwnOAuthGrants,
  listMessages,
  listOrderCatalog,
  listOrders,
  listPatientNotes,
  listPatientMatches,
  listPatients,
  listPayments,
  listProviders,
  listRecalls,
  listReferrals,
  listReferringProviders,
  listSandboxWrites,
  listSavedViews,
  listScimTokens,
  listServices,
  listSetAside,
  listStaff,
  listTasks,
  listUsers,
  listStatusTimes,
  listVisitNotes,
  listVisitStatuses,
  listVisitStatusMeanings,
  listVisitTypes,
  listWebhookEndpoints,
  // Each query limits embedded views by its own parameters, which the common type does not know.
] as readonly QueryDefinition[];
