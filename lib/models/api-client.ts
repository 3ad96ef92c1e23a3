import { z } from "zod";
import { requiredText } from "./fields.ts";

/** An integrator's access to an organization (decisions §2 and §5). */
export const apiClientModel = z.object({
  id: z.string(),
  name: z.string(),
  client_id: z.string().describe("Goes into the header of that name; no secret"),
  status: z.enum(["active", "revoked"]),
  created_at: z.string().describe("ISO 8601"),
  last_used_at: z.string().nullable().describe("ISO 8601, to the minute; null where it was never used"),
  revoked_at: z.string().nullable().describe("ISO 8601"),
});

export type ApiClientModel = z.infer<typeof apiClientModel>;

/** With its secret: only in the answers that make or rotate it. */
export const rotatedApiClientModel = apiClientModel.extend({
  client_secret: z.string().describe("Shown this once"),
});

/** With both of its secrets: only in the answer that makes it. */
export const newApiClientModel = rotatedApiClientModel.extend({
  webhook_secret: z.string().describe("`whsec_…`, signs what is sent to `callback_urls`; shown this once"),
});

export type NewApiClientModel = z.infer<typeof newApiClientModel>;

/** What POST and PATCH take. */
export const apiClientInput = z.object({ name: requiredText(100) });
