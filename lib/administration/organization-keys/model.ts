import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";

/** A public key of the organization. */
export const organizationKeyModel = z
  .object({
    kid: z.string().describe("Its id in the JWK set"),
    alg: z.string().describe("`RS384` or `ES384`"),
    signs_from: momentText.describe("ISO 8601: until then it is published, and an older key signs"),
    retires_at: momentText.nullable().describe("ISO 8601: end of its publication; null unless it was replaced"),
  })
  .meta({ id: "OrganizationKey" });

export type OrganizationKeyModel = z.infer<typeof organizationKeyModel>;

/** The public keys of an organization, and where they stand. */
export const organizationKeys = z.object({
  jwks_path: z.string().describe("Path of the JWK set at the console's address, for EMRs that verify our signatures"),
  keys: z.array(organizationKeyModel),
});
