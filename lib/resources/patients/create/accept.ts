import type { Transaction } from "#lib/db/tenant";
import type { Accept } from "#lib/definitions/acceptance";
import { todayIn } from "#lib/kernel/dates";
import { DomainError, invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { creationLines } from "#lib/resources/patients/creation";
import { accountSettings } from "#lib/resources/settings/account-settings";
import { candidatesFor } from "./candidates.ts";
import { createPatient } from "./definition.ts";
import { type Asked, personOf } from "./person-of.ts";

/** Throws `invalid` for a field that the practice requires of a new patient; what the request has no place for, it cannot lack. */
async function requirePatientFields(tx: Transaction, linkedAccountId: string, input: Asked): Promise<void> {
  const required = (await accountSettings(tx, linkedAccountId))?.required_patient_fields ?? [];
  const missing = required.filter((field) => field in createPatient.input.shape && !(field in input));
  if (missing.length === 0) return;
  throw invalid(missing.map((field) => problem(field, "is required", `Missing required field: ${field}`)));
}

/**
 * Throws `invalid` for a birth date after the clinic's day and for a field that the practice requires, and `conflict` for a patient who may
 * be there already (additions §3).
 */
export const acceptPatient: Accept<typeof createPatient> = async ({ tx, tenant, input, account, isEmbedded }) => {
  const { linkedAccountId } = tenant;
  const { timezone } = await account;
  if (input.dob > todayIn(timezone)) throw invalid(problem("dob", "may not be in the future"));
  await requirePatientFields(tx, linkedAccountId, input);
  if (input.allow_duplicate !== true) {
    const candidates = await candidatesFor(tx, linkedAccountId, personOf(input));
    if (candidates.length > 0) {
      const message =
        "A patient with this birth date and a similar name or the same telephone number exists; nothing was saved";
      // Who embeds a view need not know the practice's patients.
      throw new DomainError("conflict", message, { details: isEmbedded ? {} : { candidates } });
    }
  }
  const id = newId();
  return { identifiers: { patient_id: id }, patientMrn: null, lines: creationLines(id) };
};
