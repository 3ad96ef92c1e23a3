import { dateFormat } from "#lib/kernel/date-format";
import type { DowntimeSheet } from "./model.ts";

/** A table of the sheet, as text: the printed sheet and the encrypted file show the same. */
export interface SheetSection {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** The sentence in place of the table if there are no rows. */
  none: string;
}

/** The whole sheet as text. */
export interface SheetText {
  title: string;
  /** Sentences that say where the records come from, and what is missing. */
  notes: readonly string[];
  sections: readonly SheetSection[];
}

const asDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  day === "" ? "" : dateFormat({ ...options, timeZone: "UTC" }, "en-US").format(new Date(`${day}T00:00:00Z`));

const shortDay = (day: string) => asDay(day, { year: "numeric", month: "short", day: "numeric" });

const moment = (at: string, timeZone: string) =>
  dateFormat({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZone }, "en-US").format(
    new Date(at),
  );

const patientOf = ({ patient_name, patient_mrn }: { patient_name: string; patient_mrn: string }) =>
  patient_name === "" ? patient_mrn || "no patient" : `${patient_name} (${patient_mrn})`;

/** Returns a phone number that is not broken over two lines. */
const unbroken = (phone: string): string =>
  phone.replaceAll("-", "\u2011").replaceAll(/\s/g, "\u00a0").replaceAll("/", "/\u2060");

/** Returns phone numbers of which none is broken over two lines, though several may stand on lines of their own. */
const phoneText = (phones: string): string =>
  phones
    .split(/( or |[,;] ?)/)
    .map((part, index) => (index % 2 === 0 ? unbroken(part) : part))
    .join("");

/** Returns a name and, behind a comma, a phone number that is not broken over two lines. */
function namedPhone(text: string): string {
  const end = text.lastIndexOf(", ") + 1;
  return text.slice(0, end) + (end === 0 ? text : ` ${unbroken(text.slice(end + 1))}`);
}

const countOf = (title: string, rows: readonly unknown[], isCut: boolean) =>
  `${title}: ${isCut ? "the first " : ""}${rows.length.toLocaleString("en-US")}`;

/** Returns the sheet as text, in English and in the account's time zone. */
export function sheetText(sheet: DowntimeSheet): SheetText {
  const { timezone, appointments, referrals, recalls } = sheet;
  const time = (at: string) =>
    at.startsWith(sheet.day)
      ? dateFormat({ hour: "numeric", minute: "2-digit", timeZone: timezone }, "en-US").format(new Date(at))
      : `since ${moment(at, timezone)}`;
  const read = sheet.as_of.map(({ kind, synced_at }) =>
    synced_at ? `${kind} ${moment(synced_at, timezone)}` : `${kind} not read completely yet`,
  );
  const title = (name: string, rows: readonly unknown[], list: string) => countOf(name, rows, sheet.cut.includes(list));
  return {
    title: `${sheet.account_name}, ${asDay(sheet.day, { weekday: "long", month: "long", day: "numeric", year: "numeric" })}`,
    notes: [
      `Downtime packet of ${moment(sheet.composed_at, timezone)}, times of ${timezone}.`,
      `Last read from the EMR: ${read.join(", ")}. Changes after that are missing here.`,
      `Not held here: ${sheet.not_held.join(", ")}.`,
    ],
    sections: [
      {
        title: title("Appointments", appointments, "appointments"),
        columns: ["Time", "Min", "Patient", "Born", "Phone", "Provider", "Location", "Type and reason", "Status"],
        rows: appointments.map((row) => [
          time(row.datetime),
          String(row.duration),
          patientOf(row),
          shortDay(row.patient_dob),
          phoneText(row.patient_phone),
          row.provider_name,
          row.location,
          [row.appointment_type, row.reason].filter(Boolean).join(": "),
          row.status,
        ]),
        none: "No appointments on this day.",
      },
      {
        title: title("Open referrals", referrals, "referrals"),
        columns: ["Since", "Patient", "Phone", "Direction", "Priority", "Status", "Specialty", "Reason", "Referred by"],
        rows: referrals.map((row) => [
          shortDay(row.created_at),
          patientOf(row),
          phoneText(row.patient_phone),
          row.direction,
          row.priority,
          row.status,
          row.specialty,
          row.reason,
          namedPhone(row.referring_provider),
        ]),
        none: "No open referrals.",
      },
      {
        title: title("Open recalls", recalls, "recalls"),
        columns: ["Due", "Patient", "Phone", "Reason"],
        rows: recalls.map((row) => [shortDay(row.due_date), patientOf(row), phoneText(row.patient_phone), row.reason]),
        none: "No open recalls.",
      },
    ],
  };
}
