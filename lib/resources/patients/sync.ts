import { sql } from "drizzle-orm";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { countChanges, upsertRows } from "#lib/definitions/replace-rows";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { appointment } from "#lib/resources/appointments/table";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { searchTextOf } from "./search-text.ts";

/** Gives appointments that were stored before their patients, or before a patient's MRN changed, the MRN. */
async function nameInAppointments(tx: Transaction, { linkedAccountId }: AccountTenant, ehrIds: string[]) {
  if (ehrIds.length === 0) return;
  await tx.execute(
    sql`UPDATE ${appointment} AS visit SET patient_mrn = found.mrn
        FROM ${patient} AS found
        WHERE found.linked_account_id = ${linkedAccountId} AND found.ehr_id = ANY (${sql.param(ehrIds)}::text[])
          AND visit.organization_id = found.organization_id AND visit.linked_account_id = ${linkedAccountId}
          AND visit.patient_ehr_id = found.ehr_id AND visit.patient_mrn IS DISTINCT FROM found.mrn`,
  );
}

/** How patients are stored. */
export const syncedPatients: SyncedKind<"patients"> = {
  kind: "patients",
  rows: { table: patient, key: patient.ehrId },
  idOf: ({ ehrId }) => ehrId,
  async store(tx, tenant, { records }) {
    const rows = records.map((found) => ({ id: newId(), ...found, searchText: searchTextOf(found) }));
    const changes = await upsertRows(tx, tenant, patient, rows, { key: "ehrId", ours: ["id"] });
    await nameInAppointments(tx, tenant, [...changes.keys()]);
    return countChanges(changes);
  },
};
