import type { FhirContext } from "#lib/emr/fhir/context";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { isSearchedBy } from "#lib/emr/fhir/ways";
import { word } from "./elements.ts";
import { eachOnFailure, groupsOf } from "./groups.ts";
import { logicalRolesOf } from "./logical-roles.ts";
import { identifierIn, idIn } from "./references.ts";
import { ROLE, rolePages } from "./role-pages.ts";

/** Practitioners of one search. */
const SEARCHED = 50;

/** The roles of practitioners by their ids; null for one whose roles could not be read. */
export type Roles = ReadonlyMap<string, Untrusted[] | null>;

/** Returns the roles of practitioners by their ids. If a search for several fails for the moment, each one is searched for. */
export async function rolesOf(
  context: FhirContext,
  practitioners: readonly Untrusted[],
  signal: AbortSignal,
): Promise<Roles> {
  const ids = practitioners.flatMap(({ id }) => word(id) || []);
  const roles = new Map<string, Untrusted[] | null>(ids.map((id) => [id, []]));
  const byIdentifier = new Map<string, string>(
    practitioners.flatMap(({ id, identifier }) =>
      objectsOf(identifier).map(({ system, value }) => [`${word(system)}|${word(value)}`, word(id)] as const),
    ),
  );
  const idOf = ({ practitioner }: Untrusted): string =>
    idIn(practitioner, "Practitioner", context.server.baseUrl) ??
    byIdentifier.get(identifierIn(practitioner, "Practitioner") ?? "") ??
    "";
  const readInto = async (some: readonly string[]): Promise<void> => {
    for await (const page of rolePages(context, some, signal))
      for (const role of page) roles.get(idOf(role))?.push(role);
  };
  // Where roles cannot be searched for, those count that the server has exported.
  if (!isSearchedBy(context.findings, ROLE, "practitioner") && context.loaded?.has(ROLE)) {
    for await (const role of context.loaded.each(ROLE, signal)) roles.get(idOf(role))?.push(role);
    return roles;
  }
  for (const some of groupsOf(context.server, ids, SEARCHED))
    await eachOnFailure(some, readInto, (id) => roles.set(id, null), signal);
  const without = [...byIdentifier].filter(([, id]) => roles.get(id)?.length === 0);
  if (without.length === 0) return roles;
  const logical = await logicalRolesOf(context, signal);
  for (const [identifier, id] of without) roles.get(id)?.push(...(logical.get(identifier) ?? []));
  return roles;
}
