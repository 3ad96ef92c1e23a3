import { and, eq } from "drizzle-orm";
import { insertRecord } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import type { Accept } from "#lib/definitions/acceptance";
import { allInOrder } from "#lib/kernel/all-in-order";
import { notFoundBy } from "#lib/kernel/domain-error";
import { newId, parseId } from "#lib/kernel/id";
import { requirePatient } from "#lib/resources/patients/known-patient";
import { recordChanges } from "#lib/resources/referrals/changes";
import { requireReferralChoices } from "#lib/resources/referrals/checks";
import { referral } from "#lib/resources/referrals/table";
import { referringProvider } from "#lib/resources/referring-providers/table";
import type { createReferral } from "./definition.ts";

async function knownReferringProvider(tx: Transaction, linkedAccountId: string, given: string): Promise<string> {
  const id = parseId(given);
  const found =
    id === null
      ? []
      : await tx
          .select({ id: referringProvider.id })
          .from(referringProvider)
          .where(and(eq(referringProvider.linkedAccountId, linkedAccountId), eq(referringProvider.id, id)));
  if (!found[0]) throw notFoundBy("referring_provider_id", "Referring provider with this referring_provider_id");
  return found[0].id;
}

/**
 * Throws `not_found` for an unknown patient, location or referring provider and `invalid` for an unknown assignee (decisions §4 and
 * §11).
 */
export const acceptReferral: Accept<typeof createReferral> = async ({ tx, tenant, input, account }) => {
  const { linkedAccountId } = tenant;
  const { patient_mrn, reason, direction, referring_provider_id } = input;
  const [{ jobId }] = await allInOrder([account, requirePatient(tx, linkedAccountId, patient_mrn)]);
  const referringProviderId =
    referring_provider_id === undefined
      ? null
      : await knownReferringProvider(tx, linkedAccountId, referring_provider_id);
  await requireReferralChoices(tx, linkedAccountId, input);
  const id = newId();
  const record = insertRecord(referral, {
    ...recordChanges(input, {}),
    id,
    ...tenant,
    jobId,
    patientMrn: patient_mrn,
    direction,
    reason,
    referringProviderId,
  });
  return { identifiers: { referral_id: id }, patientMrn: patient_mrn, record };
};
