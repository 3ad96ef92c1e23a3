import type { FhirFindings } from "#lib/emr/fhir/findings";
import type { KindSupport, SyncKind } from "#lib/emr/port/port";

/** The types of resource from which each kind of record is read; the first one is needed. */
const TYPES = {
  locations: ["Location"],
  providers: ["Practitioner"],
  staff: ["Practitioner"],
  referring_providers: ["Practitioner"],
  patients: ["Patient"],
  appointments: ["Appointment", "Slot"],
  referrals: ["ServiceRequest"],
  documents: ["DocumentReference", "ServiceRequest"],
} as const satisfies Partial<Record<SyncKind, readonly string[]>>;

export type FoundKind = keyof typeof TYPES;

export const FOUND_KINDS = Object.keys(TYPES) as FoundKind[];

/** Kinds whose records also come from the roles of practitioners: a change of a role leaves the practitioner as it was. */
const JOINED: readonly FoundKind[] = ["providers", "staff", "referring_providers"];

const unsupported = (reason: string): KindSupport => ({ read: "unsupported", ids: false, reason });

/** Returns whether a search of a type answered the last probe; all count as readable without one. */
export const isReadable = ({ readable }: FhirFindings, type: string): boolean =>
  readable === null || readable.includes(type);

/** Returns the types of resource from which a kind is read on a server. */
export const typesOf = (kind: FoundKind, findings: FhirFindings): string[] =>
  TYPES[kind].filter((type) => isReadable(findings, type));

function supportOf(kind: FoundKind, findings: FhirFindings): KindSupport {
  const [needed, ...others] = TYPES[kind];
  if (!isReadable(findings, needed)) return unsupported(`The EMR does not answer a search for ${needed}`);
  const lacking = others.filter((type) => !isReadable(findings, type));
  const byChange = findings.last_updated === "works" && !JOINED.includes(kind);
  return {
    read: byChange ? "incremental" : "whole",
    ids: true,
    reason: lacking.length === 0 ? null : `The EMR does not answer a search for ${lacking.join(" and ")}`,
  };
}

/** Returns how each kind of record is read from a server with these findings. */
export function kindsOf(findings: FhirFindings): Record<SyncKind, KindSupport> {
  const found = Object.fromEntries(FOUND_KINDS.map((kind) => [kind, supportOf(kind, findings)])) as Record<
    FoundKind,
    KindSupport
  >;
  return {
    ...found,
    settings: { read: "whole", ids: false, reason: null },
    visit_types: unsupported("FHIR has no list of visit types: each appointment names its own"),
    forms: unsupported("Forms document services, which FHIR does not have"),
    claims: unsupported("FHIR has no balance of a claim"),
    recalls: unsupported("FHIR has no recalls"),
  };
}
