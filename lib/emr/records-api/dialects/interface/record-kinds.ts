import type { KindSupport, SyncKind } from "#lib/emr/port/port";
import type { ReadPath, Traits } from "#lib/emr/records-api/traits";

/** The read that lists the records of each kind; patients and documents may have none. */
const PATHS: Readonly<Record<SyncKind, ReadPath>> = {
  settings: "/visit-statuses",
  locations: "/locations",
  providers: "/providers",
  visit_types: "/visit-types",
  staff: "/staff",
  referring_providers: "/referring-providers",
  forms: "/forms",
  patients: "/patients",
  appointments: "/appointments",
  claims: "/claims",
  referrals: "/referrals",
  recalls: "/recalls",
  documents: "/documents",
};

const WHOLE: KindSupport = { read: "whole", ids: false, reason: null };

/** Patients without a list are never removed: one without an appointment in the range is still a patient. */
const FROM_APPOINTMENTS: KindSupport = {
  read: "incremental",
  ids: false,
  partial: true,
  reason: "The EMR shows no list of patients: they come from the appointments of half a year back and a year ahead",
};

const FROM_REFERRALS: KindSupport = {
  ...WHOLE,
  reason: "The EMR lists documents by their ids alone: a file that it changes later is not read again",
};

/** Returns how each kind of record is read from a remote with these traits. */
export function kindsOf(traits: Traits): Record<SyncKind, KindSupport> {
  const support = (kind: SyncKind): KindSupport => {
    // Whether a remote without the answers of decisions.md shows one visit is not known.
    if (kind === "appointments" && traits.answers(PATHS[kind]) && traits.pages) return { ...WHOLE, byDays: true };
    if (traits.answers(PATHS[kind])) return WHOLE;
    if (kind === "patients" && traits.answers("/appointments")) return FROM_APPOINTMENTS;
    if (kind === "documents" && traits.answers("/referrals")) return FROM_REFERRALS;
    return { read: "unsupported", ids: false, reason: `The EMR does not answer GET ${PATHS[kind]}` };
  };
  return Object.fromEntries((Object.keys(PATHS) as SyncKind[]).map((kind) => [kind, support(kind)])) as Record<
    SyncKind,
    KindSupport
  >;
}
