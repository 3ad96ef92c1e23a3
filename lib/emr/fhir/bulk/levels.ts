/** The levels of an export (Bulk Data Access): all records, those of all patients, or those of a group of patients. */
export const EXPORT_LEVELS = ["system", "patient", "group"] as const;

export type ExportLevel = (typeof EXPORT_LEVELS)[number];

/** Types of which an export of patients has every resource. */
const OF_PATIENTS = ["Patient", "ServiceRequest", "DocumentReference"];

/** Types of which an export of patients has the resources that name a patient. */
const NAMING_PATIENTS = ["Appointment"];

/** Types that records refer to. */
const REFERRED_TO = ["PractitionerRole", "Organization", "Schedule"];

/** Types that an export is asked for. */
const ALL_TYPES = [...OF_PATIENTS, ...NAMING_PATIENTS, "Slot", "Practitioner", "Location", ...REFERRED_TO];

/** Returns the level at which a server's export is asked for: of the group that an admin named, else of all. Null if it offers none. */
export const levelOf = (exports: readonly ExportLevel[]): ExportLevel | null =>
  (["group", "system", "patient"] as const).find((level) => exports.includes(level)) ?? null;

/** Returns the address of an export, relative to the base URL; null for that of a group that is not known. */
export function exportAddress(level: ExportLevel, group: string | undefined): string | null {
  if (level === "system") return "$export";
  if (level === "patient") return "Patient/$export";
  return group === undefined ? null : `Group/${encodeURIComponent(group)}/$export`;
}

/** Returns the types that an export is asked for. */
export const exportedTypes = (level: ExportLevel): readonly string[] =>
  level === "system" ? ALL_TYPES : [...OF_PATIENTS, ...NAMING_PATIENTS];

/** Returns whether an export has every resource of a type by what it is. */
export const hasAll = (level: ExportLevel, type: string): boolean => level === "system" || OF_PATIENTS.includes(type);
