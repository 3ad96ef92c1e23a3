import { createApiClient, revokeApiClient, rotateApiClientSecret, updateApiClient } from "#lib/changes/api-clients";
import type { ChangeDefinition } from "#lib/changes/definition";
import { createEmbedOrigin, deleteEmbedOrigin } from "#lib/changes/embed-origins";
import { createEmbedSession, revokeEmbedSession } from "#lib/changes/embed-sessions";
import { cancelOneJob, reconcileOneJob, retryMatchingJobs, retryOneJob } from "#lib/changes/jobs";
import { createLinkedAccount, rotateAccessToken, updateLinkedAccount } from "#lib/changes/linked-accounts";
import { redeliverEvent, redeliverEvents } from "#lib/changes/redeliver";
import { updateSandboxBehavior } from "#lib/changes/sandbox";
import { createSavedView, deleteSavedView, updateSavedView } from "#lib/changes/saved-views";
import { putSubscriptions } from "#lib/changes/subscriptions";
import { updateProviderByEhrId, updateProviderById } from "#lib/changes/update-provider";
import { createUser, inviteAgain, updateUser } from "#lib/changes/users";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from "#lib/changes/webhook-endpoints";

/** Every write of `/v1` that stands at once; a test fails where a route is missing here. */
export const allChanges = [
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
] as unknown as readonly ChangeDefinition[];
