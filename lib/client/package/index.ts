export { createClient } from "./client.ts";
export { RecordsError } from "./errors.ts";
export { signWebhook, verifyWebhook, WebhookError } from "./webhook.ts";
