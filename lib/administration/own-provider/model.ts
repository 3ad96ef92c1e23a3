import { z } from "zod";
import { etag, requiredText } from "#lib/kernel/fields";

/** An organization's own OpenID provider, without its secret. */
export const ownProviderModel = z
  .object({
    issuer: z.string(),
    client_id: z.string(),
    external_id_claim: z
      .string()
      .describe("The claim that has the `externalId` by which the organization's directory names a person"),
    sign_in_url: z.string().describe("The page at which the organization's people sign in"),
    redirect_uri: z.string().describe("To register with the provider"),
  })
  .meta({ id: "OwnProvider" });

export type OwnProviderModel = z.infer<typeof ownProviderModel>;

/** An answer with the provider; null if the organization has none. */
export const ownProviderAnswer = z.object({
  own_provider: ownProviderModel.nullable(),
  redirect_uri: z.string().describe("To register with a provider before it is entered here"),
  etag,
});

export type OwnProviderAnswer = z.infer<typeof ownProviderAnswer>;

/** The body of PUT /organizations/provider. */
export const ownProviderInput = z.object({
  issuer: requiredText(500).describe("The provider's issuer, an https address"),
  client_id: requiredText(255),
  client_secret: requiredText(1_000).describe("Stored sealed, and never shown"),
  external_id_claim: z
    .string({ error: "must be a string" })
    .trim()
    .regex(/^\w{1,60}$/, "must be the name of a claim")
    .default("sub")
    .describe("`sub` fits Okta, `oid` fits Entra ID"),
});
