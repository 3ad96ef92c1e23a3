import { and, eq } from "drizzle-orm";
import { referral } from "#lib/db/schema";
import { EmrError } from "#lib/emr/port";
import {
  emrChanges,
  type ResolvedLabels,
  recordChanges,
  referralFailure,
  resolveLabels,
} from "#lib/operations/referral-changes";
import type { ReferralFields } from "#lib/operations/referral-fields";
import type { OperationRunner } from "#lib/operations/runner";
import { datesProblem } from "./dates.ts";
import { updateReferral } from "./definition.ts";

interface Known {
  ehrId: string;
  patientMrn: string;
  direction: string;
}

interface Prepared {
  known: Known;
  input: ReferralFields;
}

interface Result {
  known: Known;
  labels: ResolvedLabels;
}

/** The names of the fields that a request sets, in the order of interface 4.2. */
const updatedFields = (input: ReferralFields) =>
  Object.keys(updateReferral.input.shape).filter((field) => input[field as keyof ReferralFields] !== undefined);

/** Resolves the labels against the EMR's live lists, changes the referral there, then here (interface 4.2). */
export const runReferralUpdate: OperationRunner<typeof updateReferral, Prepared, Result> = {
  async prepare({ tx, tenant, identifiers, input }) {
    const [found] = await tx
      .select()
      .from(referral)
      .where(and(eq(referral.linkedAccountId, tenant.linkedAccountId), eq(referral.id, identifiers.referral_id)));
    if (!found?.ehrId) throw new EmrError("validation", "The referral is no longer among the synced referrals");
    // An update that was accepted meanwhile may have moved the other date.
    const problem = datesProblem(found, input);
    if (problem) throw new EmrError("validation", problem);
    const { ehrId, patientMrn, direction } = found;
    return { known: { ehrId, patientMrn, direction }, input };
  },

  async run({ known, input }, { emr, idempotencyKey, signal }) {
    const labels = await resolveLabels(input, emr, signal);
    await emr.updateReferral(known.ehrId, emrChanges(input, labels), { idempotencyKey, signal });
    return { known, labels };
  },

  async complete({ tx, tenant, identifiers, input, result: { known, labels } }) {
    await tx
      .update(referral)
      .set({ ...recordChanges(input, labels), updatedAt: new Date() })
      .where(and(eq(referral.linkedAccountId, tenant.linkedAccountId), eq(referral.id, identifiers.referral_id)));
    return {
      data: {
        referral_id: identifiers.referral_id,
        ehr_id: known.ehrId,
        patient_mrn: known.patientMrn,
        direction: known.direction,
        updated_fields: updatedFields(input),
      },
    };
  },

  fail: referralFailure,
};
