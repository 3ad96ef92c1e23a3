import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { atLeastOneOf } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";
import { UNKNOWN_FIELDS } from "#lib/kernel/unknown-fields";

const unknownFields = z.enum(UNKNOWN_FIELDS, { error: `must be one of ${UNKNOWN_FIELDS.join(", ")}` });
const UNKNOWN_FIELDS_MEANING =
  "Handling of requests with unknown fields: `warn` accepts them and lists the fields in `warnings`, `refuse` answers " +
  "400 and saves nothing; default `warn`";

const mayLink = z.boolean({ error: "must be true or false" });
const MAY_LINK_MEANING =
  "Whether it has `linked-accounts:link`: it may let its customers link their EMRs by link tokens; false until an admin switches it on";

/** An integrator's access to an organization (decisions §2 and §5). */
export const apiClientModel = z
  .object({
    id: z.string(),
    name: z.string(),
    client_id: z.string().describe("The value of the header of the same name; not a secret"),
    status: z.enum(["active", "revoked"]),
    unknown_fields: unknownFields.describe(UNKNOWN_FIELDS_MEANING),
    may_link: mayLink.describe(MAY_LINK_MEANING),
    created_at: momentText.describe("ISO 8601"),
    last_used_at: momentText.nullable().describe("ISO 8601, to the minute; null if it was never used"),
    revoked_at: momentText.nullable().describe("ISO 8601"),
  })
  .meta({ id: "ApiClient" });

export type ApiClientModel = z.infer<typeof apiClientModel>;

/** An API client with its secret: only in responses that create or rotate it. */
export const rotatedApiClientModel = apiClientModel
  .extend({
    client_secret: z.string().describe("Only this response shows it"),
  })
  .meta({ id: "ApiClientWithSecret" });

/** An API client with both of its secrets: only in the response that creates it. */
export const newApiClientModel = rotatedApiClientModel
  .extend({
    webhook_secret: z
      .string()
      .describe("`whsec_…`; signs the webhooks sent to `callback_urls`. Only this response shows it"),
  })
  .meta({ id: "NewApiClient" });

export type NewApiClientModel = z.infer<typeof newApiClientModel>;

const name = oneLineName(100);

/** The body of POST /api-clients. */
export const newApiClientInput = z.object({
  name,
  unknown_fields: unknownFields.optional().describe(UNKNOWN_FIELDS_MEANING),
});

/** An API client's name, for forms. */
export const apiClientName = z.object({ name });

/** The handling of an API client's unknown fields, for forms. */
export const apiClientStrictness = z.object({ unknown_fields: unknownFields });

const changeable = {
  name,
  unknown_fields: unknownFields.describe(UNKNOWN_FIELDS_MEANING),
  may_link: mayLink.describe(`${MAY_LINK_MEANING}. Only an admin's session may change it`),
};

/** The body of PATCH /api-clients/{id}. */
export const apiClientChange = z.object(changeable).partial().check(atLeastOneOf(changeable));
