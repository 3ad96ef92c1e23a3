import { randomBytes } from "node:crypto";

/** A signing secret as Standard Webhooks writes it: `whsec_` and 256 random bits. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
