import { z } from "zod";
import { dayText, momentText } from "#lib/kernel/date-texts";
import { calendarDate, requiredText } from "#lib/kernel/fields";

const text = z.string();
const orEmpty = (what: string) => z.string().describe(`${what}; "" if there is none`);

/** The patient of a row, as of the last sync. */
const patient = {
  patient_name: orEmpty("First and last name"),
  patient_mrn: orEmpty("The patient's medical record number"),
  patient_phone: orEmpty("The patient's phone"),
};

const sheetAppointment = z.object({
  datetime: momentText.describe("ISO 8601 with the offset of the account's time zone"),
  duration: z.number().int().describe("Minutes"),
  ...patient,
  patient_dob: orEmpty("YYYY-MM-DD"),
  provider_name: orEmpty("First and last name"),
  location: text.describe("The location's name"),
  appointment_type: orEmpty("The visit type's name"),
  status: orEmpty("The visit status as the EMR describes it"),
  reason: orEmpty("Why the patient comes"),
});

const sheetReferral = z.object({
  ...patient,
  direction: z.enum(["incoming", "outgoing"]),
  status: orEmpty("A label of the EMR"),
  priority: orEmpty("routine, urgent or stat"),
  specialty: orEmpty("The specialty"),
  reason: text,
  referring_provider: orEmpty("Name and phone of the referring provider"),
  created_at: dayText.describe("YYYY-MM-DD"),
});

const sheetRecall = z.object({ ...patient, reason: text, due_date: dayText.describe("YYYY-MM-DD") });

/** The records that a clinic needs on paper for one day while the EMR or this product is down. */
export const downtimeSheet = z.object({
  account_name: text,
  timezone: text.describe("IANA name; all times are in it"),
  day: dayText.describe("YYYY-MM-DD"),
  composed_at: momentText.describe("ISO 8601"),
  as_of: z
    .array(z.object({ kind: text, synced_at: text.nullable().describe("Null: not read completely yet") }))
    .describe("When each kind of record was last read completely from the EMR"),
  appointments: z.array(sheetAppointment).describe("By time"),
  referrals: z.array(sheetReferral).describe("Those that have not ended, oldest first"),
  recalls: z.array(sheetRecall).describe("Open ones, earliest due date first"),
  cut: z.array(text).describe("The lists of which only the first 5,000 records are contained"),
  not_held: z.array(text).describe("What a clinic may look for and this product does not hold"),
});

export type DowntimeSheet = z.infer<typeof downtimeSheet>;

/** An encrypted packet that can be downloaded. */
export const downtimePacketModel = z.object({
  id: text,
  day: dayText.describe("YYYY-MM-DD: the day of its appointments"),
  made: z.enum(["evening", "asked"]).describe("By the clinic's evening run, or for a caller"),
  size: z.number().int().describe("Bytes"),
  created_at: momentText.describe("ISO 8601"),
});

export type DowntimePacketModel = z.infer<typeof downtimePacketModel>;

/** The body of POST /downtime-packets. */
export const newDowntimePacket = z.object({
  day: calendarDate("any").describe("YYYY-MM-DD: the day of the appointments"),
});

const MIN_PASSPHRASE = 12;

/** The body of PUT /downtime-packets/passphrase. */
export const downtimePassphrase = z.object({
  passphrase: requiredText(200)
    .min(MIN_PASSPHRASE, `must have at least ${MIN_PASSPHRASE} characters`)
    .describe("Opens every packet that is made from now on. It is never shown again: write it down at the clinic"),
});
