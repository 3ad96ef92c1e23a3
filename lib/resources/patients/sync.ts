import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { countChanges, upsertRows } from "#lib/definitions/replace-rows";
import type { EmrPatient } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { appointment } from "#lib/resources/appointments/table";
import { document } from "#lib/resources/documents/table";
import { referral } from "#lib/resources/referrals/table";
import { setReferences } from "#lib/resources/synced/set-references";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { followMerges } from "./follow-merges.ts";
import { keepMrnMarks, settleMrnMarks } from "./mrn-marks.ts";
import { searchTextOf } from "./search-text.ts";

/** What an EMR that does not show it leaves out. */
const NOT_STATED = {
  middleName: null,
  suffix: null,
  mobilePhone: null,
  preferredLanguage: null,
  emergencyContact: null,
  active: true,
  deceased: false,
  deceasedAt: null,
} satisfies Partial<EmrPatient>;

/**
 * Stores patients as the EMR has them, and leaves those alone that have a higher number than `asOf`. Returns what became of each
 * by their EMR id; unchanged ones are left out.
 */
export async function storePatients(
  tx: Transaction,
  tenant: AccountTenant,
  { records, asOf }: { records: readonly EmrPatient[]; asOf: number },
) {
  const rows = records.map(({ mergedInto: replacedBy, replaces = [], ...found }) => ({
    id: newId(),
    ...NOT_STATED,
    ...found,
    replacedBy,
    replaces: replaces.length > 0 ? [...replaces] : null,
    searchText: searchTextOf(found),
  }));
  const changes = await upsertRows(tx, tenant, patient, rows, { key: "ehrId", ours: ["id"], asOf });
  await keepMrnMarks(
    tx,
    tenant,
    records.filter(({ ehrId }) => changes.has(ehrId)),
  );
  await followMerges(tx, tenant);
  // A changed MRN must reach the records that did not change themselves.
  for (const { patientMrn: column, patientEhrId: ehrId } of [appointment, referral, document])
    await setReferences(tx, tenant, [...changes.keys()], { column, ehrId, value: patient.mrn });
  return changes;
}

/** How patients are stored. */
export const syncedPatients: SyncedKind<"patients"> = {
  kind: "patients",
  rows: { table: patient, key: patient.ehrId },
  idOf: ({ ehrId }) => ehrId,
  store: async (tx, tenant, read) => countChanges(await storePatients(tx, tenant, read)),
  afterWholeReading: settleMrnMarks,
};
