import { and, eq, sql } from "drizzle-orm";
import { prepared } from "#lib/db/prepared";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { DomainError } from "#lib/kernel/domain-error";
import { isOfPatient, isSurvivor } from "./survivors.ts";

const account = sql.placeholder("account");

const ehrIdsOf = prepared((tx) =>
  tx
    .select({ ehrId: patient.ehrId })
    .from(patient)
    .where(and(eq(patient.linkedAccountId, account), isSurvivor(account, eq(patient.mrn, sql.placeholder("mrn"))))),
);

/** Returns the EMR ids of all patients with an MRN, merged ones replaced by those that survived. Sends one statement. */
export async function patientsOfMrn(tx: Transaction, linkedAccountId: string, mrn: string): Promise<string[]> {
  const found = await ehrIdsOf(tx).execute({ account: linkedAccountId, mrn });
  return found.map(({ ehrId }) => ehrId);
}

const mrnsOf = prepared((tx) =>
  tx
    .selectDistinct({ mrn: patient.mrn })
    .from(patient)
    .where(and(eq(patient.linkedAccountId, account), isOfPatient(patient.mrn, account, sql.placeholder("mrn")))),
);

/** Returns the MRNs by which the patient of an MRN may be known: of all who were merged with it. Sends one statement. */
export async function mrnsOfPatient(tx: Transaction, linkedAccountId: string, mrn: string): Promise<string[]> {
  const found = await mrnsOf(tx).execute({ account: linkedAccountId, mrn });
  return found.map((row) => row.mrn);
}

/**
 * Throws `conflict` if several patients of the EMR carry an MRN: records that are known by it alone may be of either (decisions
 * §12). Sends its statement at once; call it before the other statements of the same packet, and await it after them.
 */
export function refuseSharedMrn(tx: Transaction, linkedAccountId: string, mrn: string): Promise<void> {
  const checked = patientsOfMrn(tx, linkedAccountId, mrn).then(({ length }) => {
    if (length > 1)
      throw new DomainError(
        "conflict",
        "Several patients of the EMR carry this MRN: correct it in the EMR to see their records",
      );
  });
  // The caller may fail before it awaits this.
  checked.catch(() => undefined);
  return checked;
}
