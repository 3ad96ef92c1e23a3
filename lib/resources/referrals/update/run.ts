import { and, eq, lte } from "drizzle-orm";
import { nextAsOf } from "#lib/db/as-of";
import { changeRecords } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import type { OperationRunner, SettledLate } from "#lib/definitions/runner";
import { EmrError } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import {
  emrChanges,
  isAsWanted,
  type ResolvedLabels,
  recordChanges,
  referralFailure,
  resolveLabels,
  syncedLabels,
} from "#lib/resources/referrals/changes";
import type { ReferralFields } from "#lib/resources/referrals/fields";
import { referral } from "#lib/resources/referrals/table";
import { accountSettings } from "#lib/resources/settings/account-settings";
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

/** Returns the names of the fields that a request sets, in the order of interface 4.2. */
const updatedFields = (input: ReferralFields) =>
  Object.keys(updateReferral.input.shape).filter((field) => input[field as keyof ReferralFields] !== undefined);

/** Returns the stored referral. Throws a validation fault if it no longer exists. */
async function readReferral(tx: Transaction, linkedAccountId: string, id: string) {
  const [found] = await tx
    .select()
    .from(referral)
    .where(and(eq(referral.linkedAccountId, linkedAccountId), eq(referral.id, id)));
  if (!found?.ehrId)
    throw new EmrError("validation", "The referral is no longer among the synced referrals", {
      code: "record_not_found",
    });
  return { ...found, ehrId: found.ehrId };
}

/** Returns the fields that no newer change has set. */
const stillStanding = (input: ReferralFields, late: SettledLate | undefined): ReferralFields =>
  Object.fromEntries(Object.entries(input).filter(([field]) => !late?.newerFields.has(field)));

/** Returns the result of a change that the EMR has made, with the labels of the last sync. */
async function madeChange(
  tx: Transaction,
  { linkedAccountId }: AccountTenant,
  { id, input }: { id: string; input: ReferralFields },
): Promise<Result> {
  const { ehrId, patientMrn, direction } = await readReferral(tx, linkedAccountId, id);
  const labels = syncedLabels(input, await accountSettings(tx, linkedAccountId));
  return { known: { ehrId, patientMrn, direction }, labels };
}

/**
 * Resolves the labels against the EMR's live lists, changes the referral in the EMR, then the stored one (interface
 * 4.2).
 */
export const runReferralUpdate: OperationRunner<typeof updateReferral, Prepared, Result> = {
  async prepare({ tx, tenant, identifiers, input }) {
    const found = await readReferral(tx, tenant.linkedAccountId, identifiers.referral_id);
    // An update accepted in the meantime may have changed the other date.
    const problem = datesProblem(found, input);
    if (problem) throw new EmrError("validation", problem.sentence);
    const { ehrId, patientMrn, direction } = found;
    return { known: { ehrId, patientMrn, direction }, input };
  },

  async run({ known, input }, { emr, idempotencyKey, signal }) {
    const labels = await resolveLabels(input, emr, signal, () => emr.readReferral(known.ehrId, signal));
    await emr.updateReferral(known.ehrId, emrChanges(input, labels), { idempotencyKey, signal });
    return { known, labels };
  },

  async complete({ tx, tenant, identifiers, input, settledLate, result: { known, labels } }) {
    const change = tx
      .update(referral)
      .set({ ...recordChanges(stillStanding(input, settledLate), labels), asOf: nextAsOf, updatedAt: present() })
      .where(
        and(
          eq(referral.linkedAccountId, tenant.linkedAccountId),
          eq(referral.id, identifiers.referral_id),
          // Without a newer change, a later state of the record was read from the EMR by a sync and must not be
          // overwritten.
          settledLate?.newerFields.size === 0 ? lte(referral.asOf, settledLate.asOf) : undefined,
        ),
      )
      .returning({ id: referral.id });
    await changeRecords(tx, tenant, referral, change);
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

  fromEvent: ({ tx, tenant, identifiers, input }) => madeChange(tx, tenant, { id: identifiers.referral_id, input }),

  held: {
    result: ({ tx, tenant, identifiers, input }) => madeChange(tx, tenant, { id: identifiers.referral_id, input }),
    async asWanted({ known, input }, { emr, signal }) {
      const labels = await resolveLabels(input, emr, signal, () => emr.readReferral(known.ehrId, signal));
      const kept = await emr.readReferral(known.ehrId, signal);
      return kept && isAsWanted(kept, input, labels) ? { emrId: known.ehrId, result: { known, labels } } : null;
    },
  },

  fail: referralFailure,
};
