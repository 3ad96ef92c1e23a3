import type { ChangeDefinition } from "#lib/changes/definition";
import { cancelOneJob, retryMatchingJobs, retryOneJob } from "#lib/changes/jobs";
import { redeliverEvent, redeliverEvents } from "#lib/changes/redeliver";
import { updateSandboxBehavior } from "#lib/changes/sandbox";
import { createSavedView, deleteSavedView, updateSavedView } from "#lib/changes/saved-views";
import { putSubscriptions } from "#lib/changes/subscriptions";
import { updateProviderByEhrId, updateProviderById } from "#lib/changes/update-provider";
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
  createSavedView,
  createWebhookEndpoint,
  deleteSavedView,
  deleteWebhookEndpoint,
  putSubscriptions,
  redeliverEvent,
  redeliverEvents,
  retryMatchingJobs,
  retryOneJob,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateProviderByEhrId,
  updateProviderById,
  updateSandboxBehavior,
  updateSavedView,
  updateWebhookEndpoint,
] as unknown as readonly ChangeDefinition[];
