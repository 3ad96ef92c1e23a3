import { z } from "zod";
import { isPlainAddress } from "#lib/emr/port/connection-fields";
import { momentText } from "#lib/kernel/date-texts";
import { requiredText } from "#lib/kernel/fields";

/** What an app asks for if nobody says otherwise: the records that the person at the EMR may use, for as long as they allow. */
export const USUAL_SCOPES = "openid fhirUser offline_access user/*.read user/*.write";

const address = requiredText(2_048).refine(
  isPlainAddress,
  "must be an http or https URL without user, query and fragment",
);

const NAMES = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/;

/** The body of POST /emr-apps. */
export const emrAppInput = z.object({
  issuer: address.describe(
    "Address of the FHIR server that knows the app, or the address below which all servers of a vendor are",
  ),
  client_id: requiredText(500).describe("As the vendor gave it"),
  client_secret: requiredText(4_000)
    .optional()
    .describe(
      "As the vendor gave it; stored sealed, and never shown. Without it the organization's own key proves the app",
    ),
  token_url: address
    .optional()
    .describe(
      "Needed if tokens are issued at another origin than that of the server: no other address there gets credentials",
    ),
  scopes: requiredText(2_000)
    .regex(NAMES, "must be scopes separated by single spaces")
    .refine((scopes) => scopes.split(" ").includes("offline_access"), "must contain offline_access")
    .default(USUAL_SCOPES)
    .describe("Scopes that are asked for, separated by spaces; `offline_access` is among them"),
});

/** The app as which this deployment is registered at EMRs, without its secret. */
export const emrAppModel = z
  .object({
    id: z.string(),
    of: z
      .enum(["organization", "deployment"])
      .describe(
        "Whose it is; one of the whole deployment is the operator's, and is used where the organization has none",
      ),
    issuer: z.string(),
    client_id: z.string(),
    proof: z.enum(["secret", "own_key"]).describe("What proves the app: its secret, or the organization's own key"),
    token_url: z.string().nullable(),
    scopes: z.string(),
    redirect_uri: z.string().describe("To register with the vendor"),
    created_at: momentText.describe("ISO 8601"),
  })
  .meta({ id: "EmrApp" });

export type EmrAppModel = z.infer<typeof emrAppModel>;
