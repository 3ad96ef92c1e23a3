import type { FhirContext } from "#lib/emr/fhir/context";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { EmrError } from "#lib/emr/port/port";
import { identifierIn } from "./references.ts";
import { rolePages } from "./role-pages.ts";

/** Pages of roles that are looked through: those of a clinic take one or two. */
const MOST_PAGES = 10;

type LogicalRoles = ReadonlyMap<string, Untrusted[]>;

const kept = new WeakMap<FhirContext, LogicalRoles>();

/**
 * Returns the roles that name their practitioner by an identifier alone, by that identifier as `system|value`: a search by
 * the practitioner's id does not find them. They are read once per connection. Throws an EmrError if the
 * EMR's limit of calls is reached.
 */
export async function logicalRolesOf(context: FhirContext, signal: AbortSignal): Promise<LogicalRoles> {
  const known = kept.get(context);
  if (known) return known;
  const found = new Map<string, Untrusted[]>();
  let pages = 0;
  try {
    for await (const roles of rolePages(context, null, signal)) {
      for (const role of roles) {
        const identifier = identifierIn(role.practitioner, "Practitioner");
        if (identifier !== null) found.set(identifier, [...(found.get(identifier) ?? []), role]);
      }
      pages += 1;
      if (pages === MOST_PAGES) break;
    }
    kept.set(context, found);
  } catch (error) {
    // Practitioners are shown without such a role rather than not at all.
    if (!(error instanceof EmrError) || error.limited || signal.aborted) throw error;
  }
  return found;
}
