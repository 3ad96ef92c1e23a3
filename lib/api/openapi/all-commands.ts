import {
  createApiClient,
  revokeApiClient,
  rotateApiClientSecret,
  updateApiClient,
} from "#lib/administration/api-clients/commands";
import { createDayClosing } from "#lib/administration/day-closings/commands";
import { createEmbedOrigin, deleteEmbedOrigin } from "#lib/administration/embedding/origin-commands";
import { createEmbedSession, revokeEmbedSession } from "#lib/administration/embedding/session-commands";
import { createEmrApp, deleteEmrApp } from "#lib/administration/emr-apps/commands";
import { beginEmrAuthorization } from "#lib/administration/emr-authorizations/commands";
import { createLinkToken, revokeLinkToken } from "#lib/administration/link-tokens/commands";
import { exchangePublicToken } from "#lib/administration/link-tokens/exchange";
import { linkByToken } from "#lib/administration/link-tokens/link";
import { repairByToken } from "#lib/administration/link-tokens/repair";
import { updateLinkedAccount } from "#lib/administration/linked-accounts/change-account";
import { createLinkedAccount, rotateAccessToken } from "#lib/administration/linked-accounts/commands";
import { endLinkedAccount } from "#lib/administration/linked-accounts/end-account";
import { probeConnection } from "#lib/administration/linked-accounts/probe";
import { rotateEventSecret } from "#lib/administration/linked-accounts/rotate-event-secret";
import { startAccountSync } from "#lib/administration/linked-accounts/sync-command";
import { createMcpToken, revokeMcpToken } from "#lib/administration/mcp-tokens/commands";
import { rotateOrganizationKeys } from "#lib/administration/organization-keys/commands";
import { chooseOwnAlerts } from "#lib/administration/own-account/alert-commands";
import { changeOwnPassword, endOwnOtherSessions, endOwnSession } from "#lib/administration/own-account/commands";
import {
  addOwnSecondFactor,
  beginOwnSecondFactor,
  challengeOwnPasskey,
  confirmOwnIdentity,
  removeOwnSecondFactor,
  renameOwnSecondFactor,
  replaceOwnRecoveryCodes,
} from "#lib/administration/own-account/second-factor-commands";
import { removeOwnProvider, setOwnProvider } from "#lib/administration/own-provider/commands";
import { updateSandboxBehavior } from "#lib/administration/sandbox/commands";
import { createSavedView, deleteSavedView, updateSavedView } from "#lib/administration/saved-views/commands";
import { createScimToken, revokeScimToken } from "#lib/administration/scim-tokens/commands";
import { setSignInRules } from "#lib/administration/sign-in-rules/commands";
import { createUser, inviteAgain, resetSecondFactor, updateUser } from "#lib/administration/users/commands";
import type { CommandDefinition } from "#lib/definitions/command";
import { discardDraft } from "#lib/drafts/commands";
import { cancelOneJob, reconcileOneJob, retryMatchingJobs, retryOneJob } from "#lib/jobs/commands";
import { createOAuthGrant, revokeOAuthGrant, revokeOwnOAuthGrant, setOAuthRules } from "#lib/oauth/commands";
import { createDowntimePacket, setDowntimePassphrase } from "#lib/resources/downtime-packets/commands";
import { updateProviderByEhrId, updateProviderById } from "#lib/resources/providers/update";
import { changeSettings } from "#lib/resources/settings/change-settings";
import { changeVisitStatusMeanings } from "#lib/resources/visit-statuses/change-meanings";
import { createShiftNote, deleteShiftNote } from "#lib/shift-notes/commands";
import { redeliverEvent, redeliverEvents } from "#lib/webhooks/deliveries/redeliver";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from "#lib/webhooks/endpoints/commands";
import { putSubscriptions } from "#lib/webhooks/subscriptions/commands";

/** Every command of `/v1`; a test fails if a route is missing here. */
export const allCommands: readonly CommandDefinition[] = [
  addOwnSecondFactor,
  beginOwnSecondFactor,
  cancelOneJob,
  challengeOwnPasskey,
  changeOwnPassword,
  chooseOwnAlerts,
  confirmOwnIdentity,
  endOwnOtherSessions,
  endOwnSession,
  changeSettings,
  changeVisitStatusMeanings,
  reconcileOneJob,
  beginEmrAuthorization,
  createSavedView,
  createApiClient,
  createDayClosing,
  createDowntimePacket,
  createEmbedOrigin,
  createEmbedSession,
  createEmrApp,
  createLinkedAccount,
  createLinkToken,
  exchangePublicToken,
  linkByToken,
  repairByToken,
  revokeLinkToken,
  createMcpToken,
  createOAuthGrant,
  createScimToken,
  createShiftNote,
  createUser,
  createWebhookEndpoint,
  deleteEmbedOrigin,
  deleteEmrApp,
  deleteSavedView,
  deleteShiftNote,
  deleteWebhookEndpoint,
  discardDraft,
  inviteAgain,
  probeConnection,
  putSubscriptions,
  removeOwnProvider,
  removeOwnSecondFactor,
  renameOwnSecondFactor,
  replaceOwnRecoveryCodes,
  resetSecondFactor,
  setOAuthRules,
  setOwnProvider,
  setSignInRules,
  redeliverEvent,
  redeliverEvents,
  retryMatchingJobs,
  retryOneJob,
  revokeApiClient,
  revokeEmbedSession,
  revokeMcpToken,
  revokeOAuthGrant,
  revokeOwnOAuthGrant,
  revokeScimToken,
  rotateAccessToken,
  rotateApiClientSecret,
  rotateEventSecret,
  rotateOrganizationKeys,
  rotateWebhookSecret,
  setDowntimePassphrase,
  startAccountSync,
  testWebhookEndpoint,
  updateApiClient,
  updateLinkedAccount,
  endLinkedAccount,
  updateProviderByEhrId,
  updateProviderById,
  updateSandboxBehavior,
  updateSavedView,
  updateUser,
  updateWebhookEndpoint,
];
