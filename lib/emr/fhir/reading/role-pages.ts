import type { FhirContext } from "#lib/emr/fhir/context";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { isReadable, isSearchedBy } from "#lib/emr/fhir/ways";
import { answeredPagesOf } from "./search.ts";

export const ROLE = "PractitionerRole";

/** Reads PractitionerRoles page by page: all, or those of some practitioners. None if the server does not answer the search. */
export async function* rolePages(
  { server, findings }: FhirContext,
  practitionerIds: readonly string[] | null,
  signal: AbortSignal,
): AsyncGenerator<Untrusted[]> {
  if (practitionerIds ? !isSearchedBy(findings, ROLE, "practitioner") : !isReadable(findings, ROLE)) return;
  const query = new URLSearchParams();
  if (practitionerIds) query.set("practitioner", practitionerIds.map((id) => `Practitioner/${id}`).join(","));
  if (findings.page_size !== null) query.set("_count", String(findings.page_size));
  yield* answeredPagesOf(server, { type: ROLE, address: query.size === 0 ? ROLE : `${ROLE}?${query}` }, signal);
}
