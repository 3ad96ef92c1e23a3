import type { FhirContext } from "#lib/emr/fhir/context";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { word } from "./elements.ts";
import { isReadable } from "./record-kinds.ts";
import { idIn } from "./references.ts";
import { answeredPagesOf } from "./search.ts";

const TYPE = "PractitionerRole";

/** Practitioners of one search: some servers refuse an address of more than some thousand characters. */
const SEARCHED = 50;

/** Reads PractitionerRoles page by page: all, or those of some practitioners. None if the server does not answer the search. */
export async function* rolePages(
  { server, findings }: FhirContext,
  practitionerIds: readonly string[] | null,
  signal: AbortSignal,
): AsyncGenerator<Untrusted[]> {
  if (!isReadable(findings, TYPE)) return;
  const query = new URLSearchParams();
  if (practitionerIds) query.set("practitioner", practitionerIds.map((id) => `Practitioner/${id}`).join(","));
  if (findings.page_size !== null) query.set("_count", String(findings.page_size));
  yield* answeredPagesOf(server, { type: TYPE, address: query.size === 0 ? TYPE : `${TYPE}?${query}` }, signal);
}

/** Returns the roles of practitioners by their ids. */
export async function rolesOf(
  context: FhirContext,
  practitioners: readonly Untrusted[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Untrusted[]>> {
  const ids = practitioners.flatMap(({ id }) => word(id) || []);
  const roles = new Map<string, Untrusted[]>(ids.map((id) => [id, []]));
  for (let start = 0; start < ids.length; start += SEARCHED)
    for await (const page of rolePages(context, ids.slice(start, start + SEARCHED), signal))
      for (const role of page)
        roles.get(idIn(role.practitioner, "Practitioner", context.server.baseUrl) ?? "")?.push(role);
  return roles;
}
