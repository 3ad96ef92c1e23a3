import { insertInto } from "#lib/db/write";
import type { Accept } from "#lib/definitions/acceptance";
import { todayIn } from "#lib/kernel/dates";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { requirePatient } from "#lib/resources/patients/known-patient";
import { service } from "#lib/resources/services/table";
import type { createService } from "./definition.ts";

/**
 * Throws `invalid` for a date after the clinic's current day and `not_found` for an unknown patient (interface 4.3). Team, service
 * type and answers are resolved at processing time.
 */
export const acceptService: Accept<typeof createService> = async ({ tx, tenant, input, account }) => {
  const { jobId, timezone } = await account;
  const today = todayIn(timezone);
  const serviceDate = input.service_date ?? today;
  if (serviceDate > today) throw invalid(problem("service_date", "may not be in the future"));
  await requirePatient(tx, tenant.linkedAccountId, input.patient_mrn);
  const id = newId();
  const record = insertInto(service, {
    id,
    ...tenant,
    jobId,
    patientMrn: input.patient_mrn,
    team: input.team,
    serviceType: input.service_type,
    formId: input.form_id,
    answers: input.answers,
    serviceDate,
  });
  return { identifiers: { service_id: id }, patientMrn: input.patient_mrn, record };
};
