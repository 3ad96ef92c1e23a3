import { randomBytes } from "node:crypto";

/** Returns a new signing secret in the form of Standard Webhooks: `whsec_` and 256 random bits. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
