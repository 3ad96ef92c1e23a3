import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { drawAsOf } from "#lib/db/as-of";
import { job, patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { updateOf } from "#lib/db/write";
import type { OperationRunner } from "#lib/definitions/runner";
import type { Capability, LivePatients, PatientQuestion } from "#lib/emr/port/port";
import { present, presentMs } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { syncedPatients } from "#lib/resources/patients/sync";
import { askForEach, type EachAsked, liveWarnings, noneAsked } from "#lib/resources/synced/live-reading";
import { storePage } from "#lib/resources/synced/store-page";
import type { fetchPatients } from "./definition.ts";

interface Asked {
  question: PatientQuestion;
  /** EMR ids of the stored patients with the MRN. */
  stored: string[];
  /** The sequence number of the EMR reading. */
  asOf: number;
  /** Time before the EMR reading. */
  since: Date;
}

interface Fetched extends Asked {
  live: LivePatients;
  /** What the EMR said of stored patients whom it did not return. */
  asked: EachAsked<"patients">;
  capabilities: ReadonlySet<Capability>;
}

interface Named {
  mrn?: string | undefined;
  name?: string | undefined;
  phone?: string | undefined;
  dob?: string | undefined;
}

function questionOf({ mrn, name, phone, dob = "" }: Named): PatientQuestion {
  if (mrn !== undefined) return { mrn };
  if (name !== undefined) return { name };
  return phone === undefined ? { dob } : { phone };
}

/** Returns the stored patients with these EMR ids, by name, none that was merged into another one. */
const storedWith = (tx: Transaction, { linkedAccountId }: AccountTenant, ehrIds: readonly string[]) =>
  tx
    .select({ id: patient.id, mrn: patient.mrn })
    .from(patient)
    .where(
      and(
        eq(patient.linkedAccountId, linkedAccountId),
        sql`${patient.ehrId} = ANY (${sql.param([...ehrIds])}::text[])`,
        isNull(patient.mergedInto),
      ),
    )
    .orderBy(patient.lastName, patient.firstName, patient.mrn, patient.ehrId);

/** Reads the patients whom one value names from the EMR and stores them (additions §2). */
export const runPatientsFetch: OperationRunner<typeof fetchPatients, Asked, Fetched> = {
  async prepare({ tx, tenant: { linkedAccountId }, input }) {
    const { mrn } = input;
    // A name, a number or a birth date may have changed: whom it no longer names is no one who is gone.
    const stored =
      mrn === undefined
        ? []
        : await tx
            .select({ ehrId: patient.ehrId })
            .from(patient)
            .where(and(eq(patient.linkedAccountId, linkedAccountId), eq(patient.mrn, mrn)));
    return {
      question: questionOf(input),
      stored: stored.map(({ ehrId }) => ehrId),
      asOf: await drawAsOf(tx),
      since: present(),
    };
  },

  async run(asked, { emr, signal }) {
    const begun = presentMs();
    const live = await emr.findPatients(asked.question, signal);
    const returned = new Set([...live.records, ...live.faulty].map(({ ehrId }) => ehrId));
    const lacking = asked.stored.filter((id) => !returned.has(id));
    const each = live.cannotAsk
      ? noneAsked<"patients">(lacking)
      : await askForEach({ emr, kind: "patients", begun }, lacking, signal, (id) => emr.readPatient(id, signal));
    return { ...asked, live, asked: each, capabilities: emr.capabilities };
  },

  async complete({ tx, tenant, jobId, emrType, result: { live, asked, capabilities, asOf, since } }) {
    const gone = await tx
      .select({ id: patient.id })
      .from(patient)
      .where(
        and(
          eq(patient.linkedAccountId, tenant.linkedAccountId),
          sql`${patient.ehrId} = ANY (${sql.param(asked.deleted)}::text[])`,
          lte(patient.asOf, asOf),
        ),
      );
    const records = [...live.records, ...asked.records].toSorted((one, other) => (one.ehrId < other.ehrId ? -1 : 1));
    const page = await storePage(
      tx,
      tenant,
      syncedPatients,
      { records, faulty: [...live.faulty, ...asked.faulty], deleted: asked.deleted },
      { asOf, since, whole: false, context: { emrType, capabilities, accepted: false } },
    );
    const ehrIds = live.records.map(({ ehrId }) => ehrId);
    const found = await storedWith(tx, tenant, ehrIds);
    const [only, other] = found;
    return {
      data: {
        patient_ids: found.map(({ id }) => id),
        patient_mrns: found.map(({ mrn }) => mrn),
        has_more: live.hasMore,
        found: found.length,
        created: page.created,
        updated: page.updated,
        deleted: gone.length,
      },
      warnings: liveWarnings(asked, page),
      ...(only && !other ? { writes: [updateOf(job, jobId, { patientMrn: only.mrn })] } : {}),
    };
  },
};
