import type { FhirContext } from "#lib/emr/fhir/context";
import { isReadable } from "./record-kinds.ts";
import { idIn } from "./references.ts";
import { answeredPagesOf } from "./search.ts";

/**
 * Returns a reader of the ids of the organizations to which a server's locations belong. It reads them once per
 * connection, and returns none if the server does not show its locations.
 */
export function organizationsOf({ server, findings }: FhirContext) {
  let known: ReadonlySet<string> | null = null;
  return async (signal: AbortSignal): Promise<ReadonlySet<string>> => {
    if (known) return known;
    const ids = new Set<string>();
    if (isReadable(findings, "Location"))
      for await (const locations of answeredPagesOf(server, { type: "Location", address: "Location" }, signal))
        for (const { managingOrganization } of locations) {
          const id = idIn(managingOrganization, "Organization", server.baseUrl);
          if (id !== null) ids.add(id);
        }
    known = ids;
    return ids;
  };
}
