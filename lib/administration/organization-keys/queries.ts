import { asLinking } from "#lib/administration/link-tokens/links-into";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { present } from "#lib/kernel/clock";
import { publishedKeys } from "#lib/security/organization-keys/keys";
import { organizationKeys } from "./model.ts";
import { jwksPath, toOrganizationKeys } from "./to-model.ts";

/** GET /organizations/keys: the organization's public keys, and where EMRs find them. */
export const getOrganizationKeys = defineQuery({
  path: "/organizations/keys",
  embed: "linking",
  summary: "The organization's public keys, and where EMRs find them",
  description: "The first keys are made when the JWK set is read first, or when something is signed.",
  permission: "organization-keys:read",
  patientData: false,
  query: noQuery,
  body: organizationKeys,
  async read({ tx, organizationId: own, embed }) {
    const organizationId = embed?.linksInto ?? own;
    const keys = await asLinking(tx, { embed }, () => publishedKeys(tx, organizationId, present()));
    return { jwks_path: jwksPath(organizationId), keys: keys.flatMap(toOrganizationKeys) };
  },
});
