import { z } from "zod";
import { isPlainAddress } from "#lib/emr/port/connection-fields";
import { momentText } from "#lib/kernel/date-texts";
import { requiredText } from "#lib/kernel/fields";

/** The body of POST /emr-authorizations. */
export const authorizationInput = z.object({
  base_url: requiredText(2_048)
    .refine(isPlainAddress, "must be an http or https URL without user, query and fragment")
    .describe("Address of the FHIR server, as `base_url` of the connection"),
});

/** The state of an authorization at an EMR, as the person or the link token that began it reads it. */
export const authorizationModel = z
  .object({
    id: z.string().describe("For `auth.authorization_id` of the connection, once it is granted"),
    state: z.enum(["begun", "granted", "failed"]),
    base_url: z.string().describe("Address of the FHIR server"),
    problem: z.string().nullable().describe("Why nothing was granted, in words"),
    sign_in_at: z.string().describe("The host at which somebody signs in"),
    fhir_user: z.string().nullable().describe("The person at the EMR, as it names them"),
    expires_at: momentText.describe("ISO 8601; the EMR must answer by then"),
  })
  .meta({ id: "EmrAuthorization" });

export type AuthorizationModel = z.infer<typeof authorizationModel>;

/** The response of POST /emr-authorizations, the only one with `start`. */
export const begunModel = z.object({
  emr_authorization: authorizationModel,
  start: z
    .string()
    .describe(
      "What a form of our own page sends to `start_path`, once; it leads on to the EMR. The page of a link with `redirect_url` also sends its `link_token`, and is led back to",
    ),
  start_path: z.string(),
});
