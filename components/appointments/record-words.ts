import type { AppointmentModel } from "#lib/resources/appointments/model";

interface Item {
  name: string;
  label: string;
  value: string;
}

type Field = keyof AppointmentModel;

/** The fields of the drawer besides the record's lists, in groups. */
const GROUPS: readonly { title: string; fields: readonly (readonly [Field, string])[] }[] = [
  {
    title: "Visit",
    fields: [
      ["appointment_type", "Type"],
      ["appointment_mode", "Mode"],
      ["complaint_type", "Complaint"],
      ["reason", "Reason"],
      ["note", "Note"],
      ["progress_note", "Progress note"],
      ["location", "Location"],
      ["provider_name", "Provider"],
      ["provider_npi", "NPI"],
      ["secondary_provider_ehr_id", "Second provider"],
    ],
  },
  {
    title: "Insurance",
    fields: [
      ["insurance", "Company"],
      ["insurance_subscriber", "Subscriber"],
      ["insurance_number", "Number"],
      ["insurance_group_number", "Group"],
      ["secondary_insurance", "Second company"],
      ["secondary_insurance_number", "Second number"],
    ],
  },
  {
    title: "Record",
    fields: [
      ["emr_appointment_id", "EMR id"],
      ["patient_ehr_id", "Patient's EMR id"],
      ["practice_id", "Practice"],
      ["created_at", "Created"],
    ],
  },
];

/** Returns the EMR's own value of a mode in words: "In person" for `in_person`. */
export const modeWords = (mode: string): string => (mode.charAt(0).toUpperCase() + mode.slice(1)).replaceAll("_", " ");

function valueWords(name: Field, value: string, momentWords: (at: string) => string): string {
  if (name === "created_at") return momentWords(value);
  if (name === "appointment_mode") return modeWords(value);
  return value;
}

/** Returns the groups of a record that have a value; `momentWords` formats a moment (ISO 8601). */
export function recordSections(
  record: AppointmentModel,
  momentWords: (at: string) => string,
): { title: string; items: Item[] }[] {
  return GROUPS.flatMap(({ title, fields }) => {
    const items = fields.flatMap(([name, label]) => {
      const value = record[name];
      if (typeof value !== "string" || value === "") return [];
      return [{ name, label, value: valueWords(name, value, momentWords) }];
    });
    return items.length > 0 ? [{ title, items }] : [];
  });
}

/** Returns one line per entry of a record's list, with keys that distinguish equal entries. */
export const listWords = (entries: readonly Record<string, unknown>[]): { key: string; words: string }[] =>
  entries.map((entry, index) => {
    const words = Object.values(entry)
      .filter((value) => value !== null && value !== "")
      .join(" · ");
    return { key: `${index} ${words}`, words };
  });
