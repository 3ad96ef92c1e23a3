import { listApiClients } from "#lib/administration/api-clients/queries";
import { listAuditLog } from "#lib/administration/audit-log/queries";
import { getDayClosing, listDayClosings, previewDayClosing } from "#lib/administration/day-closings/queries";
import { listEmbedOrigins } from "#lib/administration/embedding/origin-queries";
import { getEmbedSession } from "#lib/administration/embedding/session-queries";
import { listEmrApps } from "#lib/administration/emr-apps/queries";
import { getEmrAuthorization, getEmrSignIn } from "#lib/administration/emr-authorizations/queries";
import { getLinkToken, listLinkTokens } from "#lib/administration/link-tokens/queries";
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
import { resourceQueries } from "#lib/catalog/generated/queries";
import { listPastChanges } from "#lib/changes/history";
import { listChanges } from "#lib/changes/queries";
import type { QueryDefinition } from "#lib/definitions/query";
import { countDrafts, listDrafts } from "#lib/drafts/queries";
import { listEmrDirectory } from "#lib/emr-directory/queries";
import { getJob, listJobs } from "#lib/jobs/queries";
import { getJobStats } from "#lib/jobs/stats";
import { getOAuthRules, listOAuthGrants, listOwnOAuthGrants } from "#lib/oauth/queries";
import { listShiftNotes } from "#lib/shift-notes/queries";
import { getDelivery } from "#lib/webhooks/deliveries/queries";
import { getWebhookHealth } from "#lib/webhooks/endpoints/health";
import { getWebhookEndpoint, listWebhookEndpoints } from "#lib/webhooks/endpoints/queries";
import { getEvent, listEvents } from "#lib/webhooks/events/queries";
import { getSubscriptions } from "#lib/webhooks/subscriptions/queries";

/** Every query of `/v1`; a test fails if a route is missing here. */
export const allQueries = [
  ...resourceQueries,
  countDrafts,
  getAccountSync,
  getDayClosing,
  getDelivery,
  getEmbedSession,
  getEmrAuthorization,
  getEmrSignIn,
  getLinkToken,
  listLinkTokens,
  getEvent,
  getJob,
  getJobStats,
  getLinkedAccount,
  getOrganizationKeys,
  listEmrDirectory,
  getOwnAccount,
  getOwnProvider,
  getSandboxBehavior,
  getSignInRules,
  getOAuthRules,
  getSubscriptions,
  getWebhookEndpoint,
  getWebhookHealth,
  listApiClients,
  listAuditLog,
  listChanges,
  listDayClosings,
  listDrafts,
  listEmbedOrigins,
  listEmrApps,
  listEvents,
  listJobs,
  listManagedAccounts,
  listMcpTokens,
  listOAuthGrants,
  listOwnOAuthGrants,
  listPastChanges,
  listSandboxWrites,
  listSavedViews,
  listShiftNotes,
  listScimTokens,
  listSetAside,
  listUsers,
  listWebhookEndpoints,
  previewDayClosing,
  // Each query limits embedded views by its own parameters, which the common type does not know.
] as readonly QueryDefinition[];
