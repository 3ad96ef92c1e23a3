import { capabilitiesFound } from "#lib/emr/fhir/capabilities";
import { fhirFindings, findingsOf } from "#lib/emr/fhir/findings";
import { withExports } from "#lib/emr/fhir/reading/record-kinds";
import type { Profile } from "#lib/emr/port/profile";
import { keptFound } from "./kept.ts";
import { SEARCH_OF } from "./readable.ts";

/** Returns the answer to the search of each type, as a profile tells it. */
const answersIn = ({ behaviour }: Profile): Map<string, string> =>
  new Map(
    behaviour.flatMap(({ probe, found }) =>
      probe.startsWith(SEARCH_OF) ? [[probe.slice(SEARCH_OF.length), found]] : [],
    ),
  );

/** Returns a profile with what an earlier probe of the same server found and this one could not tell. */
export function keepFindings(profile: Profile, before: Profile): Profile {
  const kept = keptFound(before, findingsOf(profile), new Map());
  const findings = withExports(fhirFindings.parse({ ...findingsOf(profile), ...kept.findings }));
  return {
    ...profile,
    capabilities: capabilitiesFound(findings, answersIn(profile)),
    behaviour: [...profile.behaviour, ...kept.behaviour],
    findings,
  };
}
