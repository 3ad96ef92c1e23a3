import { and, eq } from "drizzle-orm";
import type { Accept } from "#lib/definitions/acceptance";
import { conflicting, invalid, notFoundBy } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { parseId } from "#lib/kernel/id";
import { requireReferralChoices } from "#lib/resources/referrals/checks";
import { referral } from "#lib/resources/referrals/table";
import { datesAfter, datesProblem } from "./dates.ts";
import type { updateReferral } from "./definition.ts";

/**
 * Throws `invalid` for a malformed id, `not_found` for an unknown referral and `conflict` for one not yet in the EMR (interface 4.2; status
 * codes of decisions §4).
 */
export const acceptReferralUpdate: Accept<typeof updateReferral> = async ({ tx, tenant, params, input, pending }) => {
  const { linkedAccountId } = tenant;
  const id = parseId(params.id ?? "");
  if (id === null) throw invalid(problem("id", "must be a valid UUID", "Invalid referral id: must be a valid UUID"));
  const [updates, [found]] = await Promise.all([
    pending(),
    tx
      .select({
        ehrId: referral.ehrId,
        patientMrn: referral.patientMrn,
        startDate: referral.startDate,
        endDate: referral.endDate,
      })
      .from(referral)
      .where(and(eq(referral.linkedAccountId, linkedAccountId), eq(referral.id, id))),
  ]);
  if (!found) throw notFoundBy("id", "Referral");
  if (found.ehrId === null) {
    throw conflicting(problem("id", "is not yet created in the EMR", "Referral not yet created in the EMR"));
  }
  await requireReferralChoices(tx, linkedAccountId, input, datesProblem(datesAfter(found, updates), input));
  return { identifiers: { referral_id: id }, patientMrn: found.patientMrn };
};
