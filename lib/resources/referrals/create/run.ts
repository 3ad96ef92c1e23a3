import { and, eq, ne } from "drizzle-orm";
import { nextAsOf } from "#lib/db/as-of";
import { changeRecords } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import type { InputOf } from "#lib/definitions/operation";
import { endId } from "#lib/definitions/passed-on-end";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrConnection } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { document } from "#lib/resources/documents/table";
import { patientEhrId } from "#lib/resources/patients/known-patient";
import { emrChanges, referralFailure, resolveLabels } from "#lib/resources/referrals/changes";
import { referral } from "#lib/resources/referrals/table";
import { referringProvider } from "#lib/resources/referring-providers/table";
import type { createReferral } from "./definition.ts";

interface Prepared {
  input: InputOf<typeof createReferral>;
  patientEhrId: string;
  referringProviderEhrId: string | null;
}

interface Result {
  ehrId: string;
  /** Labels in the EMR's spelling; the EMR chooses the status if the request omits it. */
  labels: { status?: string; specialty?: string };
}

/** Returns the status that the EMR assigned to a new referral; undefined if the referral is already gone. */
async function firstStatus(ehrId: string, emr: EmrConnection, signal: AbortSignal): Promise<string | undefined> {
  return (await emr.readReferral(ehrId, signal))?.status;
}

/** Removes the copy that a sync stored between the EMR's commit and ours: the job's record takes its place. */
async function replaceSynced(tx: Transaction, tenant: AccountTenant, id: string, ehrId: string): Promise<void> {
  const { linkedAccountId } = tenant;
  const [synced] = await tx
    .select({ id: referral.id })
    .from(referral)
    .where(and(eq(referral.linkedAccountId, linkedAccountId), eq(referral.ehrId, ehrId), ne(referral.id, id)));
  if (!synced) return;
  const documents = tx
    .update(document)
    .set({ referralId: id })
    .where(and(eq(document.linkedAccountId, linkedAccountId), eq(document.referralId, synced.id)))
    .returning({ id: document.id });
  await changeRecords(tx, tenant, document, documents);
  const copy = tx
    .delete(referral)
    .where(and(eq(referral.linkedAccountId, linkedAccountId), eq(referral.id, synced.id)))
    .returning({ id: referral.id });
  await changeRecords(tx, tenant, referral, copy);
}

/** Creates the referral in the EMR. Labels are resolved against the live lists, as in an update (decisions §5). */
export const runReferral: OperationRunner<typeof createReferral, Prepared, Result> = {
  async prepare({ tx, tenant, identifiers, input }) {
    const { linkedAccountId } = tenant;
    const [found] = await tx
      .select({ referringProviderEhrId: referringProvider.ehrId })
      .from(referral)
      .leftJoin(referringProvider, eq(referringProvider.id, referral.referringProviderId))
      .where(and(eq(referral.linkedAccountId, linkedAccountId), eq(referral.id, identifiers.referral_id)));
    return {
      input,
      patientEhrId: await patientEhrId(tx, linkedAccountId, input.patient_mrn),
      referringProviderEhrId: found?.referringProviderEhrId ?? null,
    };
  },

  async run({ input, ...ids }, { emr, idempotencyKey, signal }) {
    const resolved = await resolveLabels(input, emr, signal);
    const { reason, direction } = input;
    const { ehrId } = await emr.createReferral(
      { ...emrChanges(input, resolved), ...ids, reason, direction },
      { idempotencyKey, signal },
    );
    const status = resolved.status?.name ?? (await firstStatus(ehrId, emr, signal));
    return {
      ehrId,
      labels: { ...(status ? { status } : {}), ...(resolved.specialty ? { specialty: resolved.specialty.name } : {}) },
    };
  },

  async complete({ tx, tenant, identifiers, input, moved, result: { ehrId, labels } }) {
    const { linkedAccountId } = tenant;
    const { referral_id } = identifiers;
    const data = { referral_id, ehr_id: ehrId, patient_mrn: input.patient_mrn };
    if (moved) return { data };
    await replaceSynced(tx, tenant, referral_id, ehrId);
    const change = tx
      .update(referral)
      .set({ ...labels, ehrId, asOf: nextAsOf, updatedAt: present() })
      .where(and(eq(referral.linkedAccountId, linkedAccountId), eq(referral.id, referral_id)))
      .returning({ id: referral.id });
    await changeRecords(tx, tenant, referral, change);
    return { data };
  },

  // The EMR's requests take its own id of the referral; its list of referrals shows the status that it chose.
  fromEvent: async (_stored, end) => ({ ehrId: endId(end, "referral_id"), labels: {} }),

  held: {
    // Only the EMR knows the status that it assigned.
    async read(ehrId, { emr, signal }) {
      const kept = await emr.readReferral(ehrId, signal);
      return kept && { ehrId, labels: { status: kept.status, ...(kept.specialty && { specialty: kept.specialty }) } };
    },
  },

  fail: referralFailure,
};
