import { patient } from "#lib/db/schema";
import { countChanges, upsertRows } from "#lib/definitions/replace-rows";
import type { EmrPatient } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
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

/** How patients are stored. */
export const syncedPatients: SyncedKind<"patients"> = {
  kind: "patients",
  rows: { table: patient, key: patient.ehrId },
  idOf: ({ ehrId }) => ehrId,
  async store(tx, tenant, { records, asOf }) {
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
    return countChanges(changes);
  },
  afterWholeReading: settleMrnMarks,
};
