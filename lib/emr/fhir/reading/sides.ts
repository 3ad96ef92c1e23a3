import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { lookupById } from "./lookup.ts";
import { idIn } from "./references.ts";
import type { Reading } from "./resolve.ts";
import { rolesOf } from "./roles.ts";

/** Where a party of a referral works: at the clinic, elsewhere, or unknown. */
export type Side = "ours" | "elsewhere" | null;

/** Returns the side of somebody who works for organizations, of which an id is null if it is not of this server. */
function sideOf(employers: readonly (string | null)[], ours: ReadonlySet<string>): Side {
  const known = employers.filter((id) => id !== null);
  if (known.some((id) => ours.has(id))) return "ours";
  return known.length > 0 ? "elsewhere" : null;
}

/**
 * Returns a reader of the sides of a page's parties: an Organization, a PractitionerRole, or a Practitioner by the roles.
 * Nothing is known on a server whose locations name no organization. Its findings are kept for a connection.
 */
export function sidesOf({ context, organizations }: Reading) {
  const { baseUrl } = context.server;
  const employerOf = ({ organization }: Untrusted) => idIn(organization, "Organization", baseUrl);
  const employers = lookupById(context, "PractitionerRole", employerOf);
  const byPractitioner = new Map<string, Side>();

  return async (parties: readonly unknown[], signal: AbortSignal): Promise<(party: unknown) => Side> => {
    const idsOf = (type: string) => [...new Set(parties.flatMap((party) => idIn(party, type, baseUrl) ?? []))];
    const [roleIds, practitionerIds] = [idsOf("PractitionerRole"), idsOf("Practitioner")];
    const isNobodyNamed = roleIds.length + practitionerIds.length + idsOf("Organization").length === 0;
    if (isNobodyNamed) return () => null;
    const { isUnknown, among } = await organizations(signal);
    if (isUnknown) return () => null;
    const ofRoles = await employers(roleIds, signal);
    const unknown = practitionerIds.filter((id) => !byPractitioner.has(id));
    const roles = await rolesOf(
      context,
      unknown.map((id) => ({ id })),
      signal,
    );
    const employersIn = (id: string) => objectsOf(roles.get(id)).map(employerOf);
    const named = [...idsOf("Organization"), ...ofRoles.values(), ...unknown.flatMap(employersIn)];
    const ours = await among(
      named.filter((id) => id !== null),
      signal,
    );
    for (const id of unknown) byPractitioner.set(id, sideOf(employersIn(id), ours));
    return (party) => {
      const practitioner = idIn(party, "Practitioner", baseUrl);
      if (practitioner !== null) return byPractitioner.get(practitioner) ?? null;
      const role = idIn(party, "PractitionerRole", baseUrl);
      return sideOf([role === null ? idIn(party, "Organization", baseUrl) : (ofRoles.get(role) ?? null)], ours);
    };
  };
}
