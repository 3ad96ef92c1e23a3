import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { etag } from "#lib/kernel/fields";
import { SCOPES } from "./scope.ts";
import { signatureModel } from "./signature.ts";

/** A registered webhook URL (decisions §5). */
export const webhookEndpointModel = z
  .object({
    id: z.string(),
    scope: z
      .enum(SCOPES)
      .describe("`organization`: it gets the events of all accounts of the organization, and `owner` is null"),
    url: z.string(),
    description: z.string(),
    owner: z.string().nullable().describe("The partner's own id of its owner, as it was registered; null without one"),
    event_types: z.array(z.string()).describe("Empty: the types that the client is subscribed to"),
    signature: signatureModel,
    signature_header: z.string().nullable().describe("Header with the `body_hmac`; null without one"),
    status: z.enum(["enabled", "disabled"]),
    disabled_reason: z.string().nullable(),
    created_at: momentText.describe("ISO 8601"),
    etag,
  })
  .meta({ id: "WebhookEndpoint" });

/** An endpoint with its secret: only in the answers that create or rotate it. */
export const newWebhookEndpointModel = webhookEndpointModel
  .extend({
    secret: z.string().describe("`whsec_…`, shown this once"),
  })
  .meta({ id: "WebhookEndpointWithSecret" });

export type NewWebhookEndpointModel = z.infer<typeof newWebhookEndpointModel>;
export type WebhookEndpointModel = z.infer<typeof webhookEndpointModel>;
