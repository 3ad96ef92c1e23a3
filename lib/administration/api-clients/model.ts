import { z } from "zod";
import { atLeastOneOf, requiredText } from "#lib/kernel/fields";

/** What becomes of a client's request that has fields which its operation does not know (decisions §4). */
export const UNKNOWN_FIELDS = ["warn", "refuse"] as const;

const unknownFields = z.enum(UNKNOWN_FIELDS, { error: `must be one of ${UNKNOWN_FIELDS.join(", ")}` });
const UNKNOWN_FIELDS_MEANING =
  "What becomes of a request with fields that the operation does not know: `warn` accepts it and names them in " +
  "`warnings`, `refuse` answers 400 and saves nothing; default `warn`";

/** An integrator's access to an organization (decisions §2 and §5). */
export const apiClientModel = z.object({
  id: z.string(),
  name: z.string(),
  client_id: z.string().describe("Goes into the header of that name; no secret"),
  status: z.enum(["active", "revoked"]),
  unknown_fields: unknownFields.describe(UNKNOWN_FIELDS_MEANING),
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

const name = requiredText(100);

/** What POST /api-clients takes. */
export const newApiClientInput = z.object({
  name,
  unknown_fields: unknownFields.optional().describe(UNKNOWN_FIELDS_MEANING),
});

/** Another name for an API client. */
export const apiClientName = z.object({ name });

/** Another answer to unknown fields. */
export const apiClientStrictness = z.object({ unknown_fields: unknownFields });

const changeable = { name, unknown_fields: unknownFields.describe(UNKNOWN_FIELDS_MEANING) };

/** What PATCH /api-clients/{id} takes. */
export const apiClientChange = z.object(changeable).partial().check(atLeastOneOf(changeable));
