import type { Transaction } from "#lib/db/tenant";
import { EmrError } from "#lib/emr/port/port";
import { parseId } from "#lib/kernel/id";
import type { booking } from "#lib/resources/appointments/table";
import { mrnOfPatient } from "#lib/resources/patients/creation";

/**
 * Returns the MRN of a booking's patient: the one that was known at acceptance, or that the creation has got since which the request
 * names. Throws an EmrError if that came to nothing.
 */
export async function bookedMrn(
  tx: Transaction,
  { linkedAccountId, patientMrn }: Pick<typeof booking.$inferSelect, "linkedAccountId" | "patientMrn">,
  { patient_id: given }: { patient_id?: unknown },
): Promise<string> {
  const id = typeof given === "string" ? parseId(given) : null;
  const mrn = patientMrn ?? (id && (await mrnOfPatient(tx, linkedAccountId, id)));
  if (mrn) return mrn;
  throw new EmrError("validation", "The patient was not created in the EMR, so that no visit can be booked", {
    code: "patient_not_found",
  });
}
