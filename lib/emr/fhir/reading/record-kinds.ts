import { exportedTypes, levelOf } from "#lib/emr/fhir/bulk/levels";
import type { LoadableKind } from "#lib/emr/fhir/bulk/load-of";
import type { FhirFindings } from "#lib/emr/fhir/findings";
import { isReadable, type Way, wayOf } from "#lib/emr/fhir/ways";
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

/** Returns whether a kind is read from exports alone. */
export const isExported = (kind: FoundKind, findings: FhirFindings): boolean =>
  wayOf(findings, TYPES[kind][0])?.by === "export";

/** Returns the kinds that may be read from an export, at first or always, each with the type of resource that it needs. */
export function loadableKinds(findings: FhirFindings): LoadableKind[] {
  const kinds = kindsOf(findings);
  // Which practitioners are the clinic's an admin has said.
  const isEntered = (type: string) => type === "Practitioner" && wayOf(findings, type)?.by === "id";
  return FOUND_KINDS.map((kind) => ({ kind, type: TYPES[kind][0], isAlways: isExported(kind, findings) })).filter(
    ({ kind, type }) => kinds[kind].read !== "unsupported" && !isEntered(type),
  );
}

/** The kinds whose type may have an export as its only way: first those by which others become known. */
const BY_EXPORT: readonly FoundKind[] = [
  "providers",
  "locations",
  "patients",
  "appointments",
  "referrals",
  "documents",
];

/**
 * Returns findings in which each kind that could not be read otherwise is read from the server's exports, if they have its type; the
 * others keep their ways.
 */
export function withExports(findings: FhirFindings): FhirFindings {
  const searched = Object.entries(findings.ways).filter(([, { by }]) => by !== "export");
  const level = levelOf(findings.exports);
  let all: FhirFindings = { ...findings, ways: Object.fromEntries(searched) };
  for (const kind of level === null ? [] : BY_EXPORT) {
    const [type] = TYPES[kind];
    const isLacking = !isReadable(all, type) && kindsOf(all)[kind].read === "unsupported";
    if (level !== null && isLacking && exportedTypes(level).includes(type))
      all = { ...all, ways: { ...all.ways, [type]: EXPORT } };
  }
  return all;
}

const EXPORT: Way = { by: "export", form: "none", days: null, several: false };

const unsupported = (reason: string): KindSupport => ({ read: "unsupported", ids: false, reason });

/** Returns the types of resource from which a kind is read on a server, by a search for all, or from exports alone. */
export const typesOf = (kind: FoundKind, findings: FhirFindings): string[] =>
  isExported(kind, findings) ? [...TYPES[kind]] : TYPES[kind].filter((type) => isReadable(findings, type));

/** The way of reading for one owner at a time what could be searched for as a whole: it belongs to what cannot. */
const BESIDE: Way = { by: "schedule", form: "days", days: 28, several: false };

/** Returns the types from which a kind is read part by part, and how; none if a search for all of its first type is answered. */
export function partsOfKind(kind: FoundKind, findings: FhirFindings): ReadonlyMap<string, Way> {
  const [first, second] = TYPES[kind];
  const way = wayOf(findings, first);
  if (way === null || way.by === "export" || first === "Practitioner") return new Map();
  const found = new Map<string, Way>([[first, way]]);
  // Slots belong to a practitioner as visits do.
  if (second !== "Slot" || !isKnown("Practitioner", findings)) return found;
  const beside = isReadable(findings, second) ? BESIDE : wayOf(findings, second);
  return beside ? found.set(second, beside) : found;
}

/**
 * Returns the types of a kind that are read part by part beside a list of its first type, and how: open times by schedule, where all
 * visits are listed.
 */
export function besideOf(kind: FoundKind, findings: FhirFindings): ReadonlyMap<string, Way> {
  const way = kind === "appointments" && isReadable(findings, "Appointment") ? wayOf(findings, "Slot") : null;
  return way?.by === "schedule" && isKnown("Practitioner", findings) ? new Map([["Slot", way]]) : new Map();
}

const cannotSearch = (types: readonly string[]): string =>
  `The EMR does not answer a search for ${types.join(" and ")}`;

/** What is read by parts is stored part by part: nothing is removed because a reading lacks it. */
const BY_PARTS = { read: "incremental", ids: false, partial: true, rotates: true } as const;

/** What reading a kind by parts is: in words, what it needs, and after which kind it comes. */
function partsOf(kind: FoundKind, { by }: Way, findings: FhirFindings): KindSupport {
  if (by === "practitioner") {
    const reason = "The EMR shows visits for one practitioner and some days at a time: those near today are read first";
    return isKnown("Practitioner", findings)
      ? { ...BY_PARTS, reason }
      : unsupported("The EMR shows visits for one practitioner at a time, and does not show who its practitioners are");
  }
  const named = kind === "appointments" || !isKnown("Appointment", findings) ? null : "appointments";
  if (by === "patient") {
    if (named === null && !isKnown("Patient", findings))
      return unsupported("The EMR shows them for one patient at a time, and does not show who its patients are");
    const after = named ?? (isReadable(findings, "Patient") ? null : "patients");
    return {
      ...BY_PARTS,
      ...(after ? { after } : {}),
      reason: `The EMR shows them for one patient at a time: ${named ? "of patients with visits around today" : "patient by patient"}`,
    };
  }
  return named
    ? { ...BY_PARTS, after: named, reason: "The EMR shows no list of them: those are read that visits name" }
    : unsupported("The EMR shows them by their ids alone, and nothing that it shows names those");
}

/** Returns whether the product gets to know the resources of a type: from a search for all, or part by part. */
function isKnown(type: "Practitioner" | "Patient" | "Appointment", findings: FhirFindings): boolean {
  if (isReadable(findings, type)) return true;
  const way = wayOf(findings, type);
  if (way === null || way.by === "export") return way !== null;
  // Patients that are read by their ids are those of visits.
  if (type !== "Appointment") return type === "Practitioner" && way.by === "id";
  return way.by === "practitioner" ? isKnown("Practitioner", findings) : isKnown("Patient", findings);
}

/** The export holds what it holds: nothing is removed because it lacks it. Each reading is of an export of its own. */
const BY_EXPORTS = {
  read: "incremental",
  ids: false,
  partial: true,
  rotates: true,
  reason: "The EMR shows them by an export alone: each sync asks for one and waits until it is there",
} as const satisfies KindSupport;

function supportOf(kind: FoundKind, findings: FhirFindings): KindSupport {
  const [needed, ...others] = TYPES[kind];
  if (!isReadable(findings, needed)) {
    const way = wayOf(findings, needed);
    if (way === null) return unsupported(cannotSearch([needed]));
    if (way.by === "export") return BY_EXPORTS;
    // The ids of practitioners are those of the connection.
    if (needed === "Practitioner")
      return {
        read: "whole",
        ids: true,
        reason: "The EMR shows no list of practitioners: those are read whose ids were entered",
      };
    return partsOf(kind, way, findings);
  }
  if (besideOf(kind, findings).size > 0)
    return {
      ...BY_PARTS,
      reason: "The EMR shows open times for one schedule and some days at a time: those near today are read first",
    };
  const lacking = others.filter((type) => !isReadable(findings, type));
  const byChange = findings.last_updated === "works" && !JOINED.includes(kind);
  return {
    read: byChange ? "incremental" : "whole",
    ids: true,
    reason: lacking.length === 0 ? null : cannotSearch(lacking),
  };
}

/** No list says which there are. */
const VISIT_TYPES: KindSupport = {
  read: "whole",
  ids: false,
  partial: true,
  reason: "FHIR has no list of visit types: those are shown that some appointments and open times name, and HL7's own",
};

/** Returns how each kind of record is read from a server with these findings. */
export function kindsOf(findings: FhirFindings): Record<SyncKind, KindSupport> {
  const found = Object.fromEntries(FOUND_KINDS.map((kind) => [kind, supportOf(kind, findings)])) as Record<
    FoundKind,
    KindSupport
  >;
  return {
    ...found,
    settings: { read: "whole", ids: false, reason: null },
    visit_types: isReadable(findings, "Appointment")
      ? VISIT_TYPES
      : unsupported("FHIR has no list of visit types, and the EMR lists no appointments, which name theirs"),
    forms: unsupported("Forms document services, which FHIR does not have"),
    claims: unsupported("FHIR has no balance of a claim"),
    recalls: unsupported("FHIR has no recalls"),
  };
}
