import type { ReadPermission } from "#lib/security/permissions";

/** The kinds of records whose changes are told. Visits, which show a location's name, come after locations: a kind follows those that it shows. */
export const CHANGE_KINDS = [
  "locations",
  "providers",
  "patients",
  "documents",
  "referrals",
  "recalls",
  "appointments",
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The permission that reads the records of each kind, and their changes. */
export const PERMISSION_OF: Readonly<Record<ChangeKind, ReadPermission>> = {
  locations: "locations:read",
  providers: "providers:read",
  patients: "patients:read",
  documents: "documents:read",
  referrals: "referrals:read",
  recalls: "recalls:read",
  appointments: "appointments:read",
};

/** The table of each kind's records. */
export const TABLE_OF: Readonly<Record<ChangeKind, string>> = {
  locations: "location",
  providers: "provider",
  patients: "patient",
  documents: "document",
  referrals: "referral",
  recalls: "recall",
  appointments: "appointment",
};

/** The type of the event that announces a change. */
export const EVENT_OF = {
  locations: "location.changed",
  providers: "provider.changed",
  patients: "patient.changed",
  documents: "document.changed",
  referrals: "referral.changed",
  recalls: "recall.changed",
  appointments: "appointment.changed",
} as const satisfies Readonly<Record<ChangeKind, string>>;
