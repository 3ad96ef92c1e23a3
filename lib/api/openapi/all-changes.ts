import {
  createApiClient,
  revokeApiClient,
  rotateApiClientSecret,
  updateApiClient,
} from "#lib/administration/api-clients/changes";
import { createEmbedOrigin, deleteEmbedOrigin } from "#lib/administration/embedding/change-origins";
import { createEmbedSession, revokeEmbedSession } from "#lib/administration/embedding/change-sessions";
import {
  createLinkedAccount,
  rotateAccessToken,
  updateLinkedAccount,
} from "#lib/administration/linked-accounts/changes";
import { updateSandboxBehavior } from "#lib/administration/sandbox/changes";
import { createSavedView, deleteSavedView, updateSavedView } from "#lib/administration/saved-views/changes";
import { createUser, inviteAgain, updateUser } from "#lib/administration/users/changes";
import type { ChangeDefinition } from "#lib/definitions/change";
import { cancelOneJob, reconcileOneJob, retryMatchingJobs, retryOneJob } from "#lib/jobs/changes";
import { updateProviderByEhrId, updateProviderById } from "#lib/resources/providers/update";
import { redeliverEvent, redeliverEvents } from "#lib/webhooks/deliveries/redeliver";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from "#lib/webhooks/endpoints/changes";
import { putSubscriptions } from "#lib/webhooks/subscriptions/changes";

/** Every write of `/v1` that takes effect at once; a test fails if a route is missing here. */
export const allChanges: readonly ChangeDefinition[] = [
  cancelOneJob,
  reconcileOneJob,
  createSavedView,
  createApiClient,
  createEmbedOrigin,
  createEmbedSession,
  createLinkedAccount,
  createUser,
  createWebhookEndpoint,
  deleteEmbedOrigin,
  deleteSavedView,
  deleteWebhookEndpoint,
  inviteAgain,
  putSubscriptions,
  redeliverEvent,
  redeliverEvents,
  retryMatchingJobs,
  retryOneJob,
  revokeApiClient,
  revokeEmbedSession,
  rotateAccessToken,
  rotateApiClientSecret,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateApiClient,
  updateLinkedAccount,
  updateProviderByEhrId,
  updateProviderById,
  updateSandboxBehavior,
  updateSavedView,
  updateUser,
  updateWebhookEndpoint,
];
