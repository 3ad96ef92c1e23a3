import type { OrganizationKey } from "#lib/security/organization-keys/keys";
import type { OrganizationKeyModel } from "./model.ts";

/** Returns the path of the JWK set of an organization (decisions §12). */
export const jwksPath = (organizationId: string): string => `/.well-known/jwks/${organizationId}.json`;

/** Returns the public keys of one rotation. */
export const toOrganizationKeys = ({ publicKeys, signsFrom, retiresAt }: OrganizationKey): OrganizationKeyModel[] =>
  publicKeys.map(({ kid = "", alg = "" }) => ({
    kid,
    alg,
    signs_from: signsFrom.toISOString(),
    retires_at: retiresAt?.toISOString() ?? null,
  }));
