import type { FhirContext } from "#lib/emr/fhir/context";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { isReadable, isSearchedBy } from "#lib/emr/fhir/ways";
import { word } from "./elements.ts";
import { eachOnFailure, groupsOf } from "./groups.ts";
import { identifierIn, idIn } from "./references.ts";
import { answeredPagesOf } from "./search.ts";

const TYPE = "PractitionerRole";

/** Practitioners of one search. */
const SEARCHED = 50;

/** Reads PractitionerRoles page by page: all, or those of some practitioners. None if the server does not answer the search. */
export async function* rolePages(
  { server, findings }: FhirContext,
  practitionerIds: readonly string[] | null,
  signal: AbortSignal,
): AsyncGenerator<Untrusted[]> {
  if (practitionerIds ? !isSearchedBy(findings, TYPE, "practitioner") : !isReadable(findings, TYPE)) return;
  const query = new URLSearchParams();
  if (practitionerIds) query.set("practitioner", practitionerIds.map((id) => `Practitioner/${id}`).join(","));
  if (findings.page_size !== null) query.set("_count", String(findings.page_size));
  yield* answeredPagesOf(server, { type: TYPE, address: query.size === 0 ? TYPE : `${TYPE}?${query}` }, signal);
}

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
  if (!isSearchedBy(context.findings, TYPE, "practitioner") && context.loaded?.has(TYPE)) {
    for await (const role of context.loaded.each(TYPE, signal)) roles.get(idOf(role))?.push(role);
    return roles;
  }
  for (const some of groupsOf(context.server, ids, SEARCHED))
    await eachOnFailure(some, readInto, (id) => roles.set(id, null), signal);
  return roles;
}
