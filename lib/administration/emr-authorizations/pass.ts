import { parseId } from "#lib/kernel/id";
import { newToken } from "#lib/security/credentials/new-credentials";

/** An authorization as a request without credentials names it. */
export interface Named {
  organizationId: string;
  id: string;
}

/** Returns a secret that names its authorization, for requests that come without an account. */
export const newPass = ({ organizationId, id }: Named): string => newToken(`${organizationId}.${id}`);

/** Returns the authorization that a secret names; null for anything else. Whether the secret is its own is still to be checked. */
export function namedBy(pass: string): Named | null {
  const [, organization = "", authorization = ""] = /^([0-9a-f]{32})\.([0-9a-f]{32})_[\w-]{43}$/.exec(pass) ?? [];
  const [organizationId, id] = [parseId(organization), parseId(authorization)];
  return organizationId !== null && id !== null ? { organizationId, id } : null;
}
