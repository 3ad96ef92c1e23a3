import { type FhirFindings, type FindingName, findingsOf } from "#lib/emr/fhir/findings";
import type { Profile } from "#lib/emr/port/profile";
import { fieldWords } from "#lib/kernel/field-words";
import { type Found, found } from "./found.ts";
import type { ProbedType, Samples } from "./readable.ts";

const PROBE = "Known from an earlier test";

/** Returns the types of an earlier test whose search has no answer now: a passing fault must not remove what they hold. */
const silentTypes = (known: FhirFindings, samples: Samples): string[] =>
  (known.readable ?? []).filter((type) =>
    [...samples].some(([name, { answer }]) => name === type && answer.kind === "none"),
  );

/** Returns the ways of the types whose search has no answer now. */
const silentWays = ({ ways }: FhirFindings, samples: Samples) =>
  Object.entries(ways).filter(([type]) => samples.get(type as ProbedType)?.answer.kind === "none");

/**
 * Returns the findings of an earlier probe of the same server that this one could not repeat, such as those of write
 * probes. They stay valid unless a call has contradicted them since.
 */
export function keptFound(before: Profile | null, now: Partial<FhirFindings>, samples: Samples): Found {
  const known = findingsOf(before);
  const isTold = (name: FindingName) => now[name] !== undefined && now[name] !== "unknown";
  const kept = Object.entries(known).filter(([name, value]) => value !== "unknown" && !isTold(name as FindingName));
  const silent = silentTypes(known, samples);
  const readable = [...(now.readable ?? []), ...silent];
  const ways = { ...Object.fromEntries(silentWays(known, samples)), ...now.ways };
  const told = kept
    .filter(([, value]) => typeof value === "string")
    .map(([name, value]) => `${fieldWords(name)}: ${value}`);
  const words = [...told, ...silent.map((type) => `${type} can be searched`)];
  const { behaviour } = found(PROBE, words.join("; "));
  return { findings: { ...Object.fromEntries(kept), readable, ways }, behaviour: words.length > 0 ? behaviour : [] };
}
