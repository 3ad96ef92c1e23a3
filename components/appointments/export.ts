import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import type { CsvColumn } from "#components/ui/export-csv";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { categoryWord } from "./category.tsx";
import { categoryOf } from "./category-of.ts";
import { modeWords } from "./record-words.ts";
import { words } from "./words.ts";

/** Returns the columns of an export of appointments, with statuses in the practice's words and as codes. */
export const appointmentColumns = (statuses: StatusWords): readonly CsvColumn<AppointmentModel>[] => [
  [words.dateAndTime, ({ datetime }) => datetime],
  [words.minutes, ({ duration }) => duration],
  [words.category, (record) => categoryWord(categoryOf(record))],
  [words.status, ({ status }) => statuses.get(status) ?? status],
  [words.statusCode, ({ status }) => status],
  [words.patient, ({ patient_name }) => patient_name],
  [words.mrn, ({ patient_mrn }) => patient_mrn],
  [words.born, ({ patient_dob }) => patient_dob],
  [words.phone, ({ patient_phone }) => patient_phone],
  [words.provider, ({ provider_name }) => provider_name],
  [words.type, ({ appointment_type }) => appointment_type],
  [words.mode, ({ appointment_mode }) => modeWords(appointment_mode)],
  [words.reason, ({ reason }) => reason],
  [words.note, ({ note }) => note],
  [words.location, ({ location }) => location],
  [words.insurance, ({ insurance }) => insurance],
  [words.block, ({ schedule_block_label }) => schedule_block_label],
  [words.emrId, ({ emr_appointment_id }) => emr_appointment_id],
];
