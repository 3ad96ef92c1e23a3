import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import type { CsvColumn } from "#components/ui/export-csv";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { categoryOf, categoryWord } from "./category.tsx";

/** Returns the columns of an export of appointments, with statuses in the practice's words and as codes. */
export const appointmentColumns = (statuses: StatusWords): readonly CsvColumn<AppointmentModel>[] => [
  ["Date and time", ({ datetime }) => datetime],
  ["Minutes", ({ duration }) => duration],
  ["Category", (record) => categoryWord(categoryOf(record))],
  ["Status", ({ status }) => statuses.get(status) ?? status],
  ["Status code", ({ status }) => status],
  ["Patient", ({ patient_name }) => patient_name],
  ["MRN", ({ patient_mrn }) => patient_mrn],
  ["Born", ({ patient_dob }) => patient_dob],
  ["Phone", ({ patient_phone }) => patient_phone],
  ["Provider", ({ provider_name }) => provider_name],
  ["Type", ({ appointment_type }) => appointment_type],
  ["Mode", ({ appointment_mode }) => appointment_mode],
  ["Reason", ({ reason }) => reason],
  ["Note", ({ note }) => note],
  ["Location", ({ location }) => location],
  ["Insurance", ({ insurance }) => insurance],
  ["Block", ({ schedule_block_label }) => schedule_block_label],
  ["EMR id", ({ emr_appointment_id }) => emr_appointment_id],
];
