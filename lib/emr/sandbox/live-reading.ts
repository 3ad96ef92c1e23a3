import { MOST_PATIENTS } from "#lib/emr/port/live-reading";
import type {
  EmrAppointment,
  EmrPatient,
  LivePatients,
  LiveSchedules,
  PatientQuestion,
  SchedulesQuestion,
} from "#lib/emr/port/port";
import { KIND_STATEMENTS } from "./kind-statements.ts";
import { rowsOf } from "./query.ts";

/** Returns the records of some schedules that start in a time, by their beginning. */
export const readSchedules = async (
  practiceId: string,
  { providerEhrIds, from, to, only }: SchedulesQuestion,
): Promise<LiveSchedules> => ({
  records: await rowsOf<EmrAppointment>(
    `${KIND_STATEMENTS.appointments.select} AND provider_id = ANY ($2) AND starts_at >= $3 AND starts_at < $4
     AND (category = 'appointment') = $5 ORDER BY starts_at, id`,
    practiceId,
    providerEhrIds,
    from,
    to,
    only === "visits",
  ),
  faulty: [],
});

const digitsOf = (column: string): string =>
  `regexp_replace(regexp_replace(coalesce(${column}, ''), '[^0-9]', '', 'g'), '^1(?=[0-9]{10}$)', '')`;

const escaped = (word: string): string => word.replaceAll(/[\\%_]/g, "\\$&");

/** Returns the condition of a question, with its values from `$2` on. */
function conditionOf(question: PatientQuestion): { condition: string; values: unknown[] } {
  if ("mrn" in question) return { condition: "mrn = $2", values: [question.mrn] };
  if ("dob" in question) return { condition: "dob = $2", values: [question.dob] };
  if ("phone" in question) {
    const digits = question.phone.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
    return { condition: `$2 IN (${digitsOf("phone")}, ${digitsOf("mobile_phone")})`, values: [digits] };
  }
  const words = question.name.split(/[\s,]+/).filter(Boolean);
  const parts = "concat_ws(' ', '', first_name, middle_name, last_name)";
  return {
    condition: words.map((_, index) => `${parts} ILIKE $${index + 2}`).join(" AND "),
    values: words.map((word) => `% ${escaped(word)}%`),
  };
}

/** Returns the patients whom a question names, by their ids. */
export async function findPatients(practiceId: string, question: PatientQuestion): Promise<LivePatients> {
  const { condition, values } = conditionOf(question);
  const statement = `${KIND_STATEMENTS.patients.select} AND ${condition} ORDER BY id LIMIT ${MOST_PATIENTS + 1}`;
  const found = await rowsOf<EmrPatient>(statement, practiceId, ...values);
  return { records: found.slice(0, MOST_PATIENTS), faulty: [], hasMore: found.length > MOST_PATIENTS };
}
