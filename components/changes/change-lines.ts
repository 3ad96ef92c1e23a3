import { asSentence, fieldLabel } from "#components/jobs/field-words.ts";
import { formatDate, formatExact } from "#components/ui/time-words";
import type { PastChange } from "#lib/browser/api/changes";
import { dateFormat } from "#lib/kernel/date-format";
import { words } from "./words.ts";

/** What one field showed before a change, and after it. */
export interface ChangeLine {
  field: string;
  label: string;
  /** Null where there was nothing. */
  before: string | null;
  after: string | null;
}

export interface ChangeWords {
  /** The clinic's time zone. */
  timeZone: string;
  /** Names the code of a visit's status. */
  statusName: (code: string) => string;
}

/** Labels that differ from the name of the field in the interface. */
const LABELS: Readonly<Record<string, string>> = {
  appointment_mode: "Mode",
  appointment_type: "Type",
  complaint_type: "Complaint",
  datetime: "Time",
  dob: "Birth date",
  duration: "Length",
  patient_dob: "Birth date",
  patient_gender: "Gender",
  patient_mrn: "MRN",
  patient_name: "Patient",
  patient_phone: "Phone",
  provider_ehr_id: "Provider",
  provider_name: "Provider",
  referring_provider_name: "Referring provider",
  secondary_provider_ehr_id: "Second provider",
  set_aside: "Not current",
};

/** Fields for programs: what people see of them stands in others. */
const FOR_PROGRAMS = new Set([
  "created_at",
  "ehr_appointment_id",
  "etag",
  "id",
  "object_metadata",
  "practice_id",
  "sha256",
]);

/** Fields that say a part of another one, which is shown in their place where it changed, too. */
const PARTS: Readonly<Record<string, RegExp>> = {
  insurances: /^(secondary_)?insurance(_subscriber|_number|_group_number)?$/,
  patient_name: /^patient_(first_name|last_name|ehr_id)$/,
  provider_name: /^provider_(ehr_id|npi)$/,
};

const KINDS: Readonly<Record<PastChange["kind"], string>> = {
  appointments: "Visit",
  documents: "Document",
  locations: "Location",
  patients: "Patient",
  providers: "Provider",
  recalls: "Recall",
  referrals: "Referral",
};

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

const timeWords = (at: string, timeZone: string): string =>
  dateFormat({ dateStyle: "medium", timeStyle: "short", timeZone }).format(new Date(at));

/** Returns the parts of a list's entry or of an address in one line. */
const partsOf = (value: object): string =>
  Object.values(value)
    .filter((part) => part !== null && part !== "")
    .map((part) => (typeof part === "object" ? partsOf(part) : String(part)))
    .join(", ");

function textWords(field: string, value: string, { timeZone, statusName }: ChangeWords, kind: PastChange["kind"]) {
  if (field === "status" && kind === "appointments") return statusName(value);
  if (field === "datetime") return timeWords(value, timeZone);
  if (field === "appointment_mode") return asSentence(value.replaceAll("_", " "));
  return MOMENT.test(value) ? formatExact(value, timeZone) : formatDate(value);
}

/** Returns a field's value in words; null for an empty one. */
function valueWords(field: string, value: unknown, shown: ChangeWords, kind: PastChange["kind"]): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (field === "duration") return words.minutes(Number(value));
  if (typeof value === "string") return textWords(field, value, shown, kind);
  if (typeof value !== "object") return String(value);
  const lines = Array.isArray(value) ? value.map((entry) => partsOf([entry])) : [partsOf(value)];
  return lines.join("; ") || null;
}

/** Returns what a change shows of its fields, those for programs left out, in the order of the record. */
export function changeLines({ kind, change, differences }: PastChange, shown: ChangeWords): ChangeLine[] {
  if (change !== "updated") return [];
  const changed = new Set(differences.map(({ field }) => field));
  const covering = Object.entries(PARTS).flatMap(([whole, part]) => (changed.has(whole) ? [part] : []));
  return differences
    .filter(({ field }) => !FOR_PROGRAMS.has(field) && !covering.some((part) => part.test(field)))
    .map(({ field, before, after }) => ({
      field,
      label: LABELS[field] ?? fieldLabel(field),
      before: valueWords(field, before, shown, kind),
      after: valueWords(field, after, shown, kind),
    }));
}

/** Returns which record a change is of: "Visit · Mar 2, 2026, 10:00 AM". */
export function recordWords({ kind, record, differences }: PastChange, timeZone: string): string {
  const was = Object.fromEntries(differences.map(({ field, before }) => [field, before]));
  const { datetime, reason, file_name } = record ?? was;
  const named =
    typeof datetime === "string" ? timeWords(datetime, timeZone) : ([reason, file_name].find(Boolean) as string);
  return [KINDS[kind], named].filter(Boolean).join(" · ");
}
